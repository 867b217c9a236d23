-- Scorecard 0.1.0 at revision 0001, filled by its own code.
-- totals: {"fp4GsSG71V7D": {"1": 450, "2": 600}, "w8Nx40LjiVbq": {"1": 600, "2": 500, "3": 150}}
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE changes (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	what JSON NOT NULL, 
	about JSON NOT NULL, 
	is_undoable BOOLEAN NOT NULL, 
	reverts_id INTEGER, 
	device_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_changes PRIMARY KEY (id), 
	CONSTRAINT uq_changes_game_id_version UNIQUE (game_id, version), 
	CONSTRAINT fk_changes_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT fk_changes_reverts_id_changes FOREIGN KEY(reverts_id) REFERENCES changes (id), 
	CONSTRAINT fk_changes_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
);
INSERT INTO "changes" VALUES(1,1,1,'started','{}','{}',0,NULL,1,'2026-03-14 20:00:01.000000');
INSERT INTO "changes" VALUES(2,1,2,'claimed','{}','{"whom": "Bob"}',0,NULL,2,'2026-03-14 20:00:02.000000');
INSERT INTO "changes" VALUES(3,1,3,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"score": 450}, "device": 1, "at": "2026-03-14T20:00:03+00:00"}], "entry/1/2": [null, {"data": {"score": 200}, "device": 1, "at": "2026-03-14T20:00:03+00:00"}], "entry/1/3": [null, {"data": {"score": 100}, "device": 1, "at": "2026-03-14T20:00:03+00:00"}]}','{"round": 1, "seats": [1, 2, 3], "points": {"1": [null, 450], "2": [null, 200], "3": [null, 100]}, "closed": true}',1,NULL,1,'2026-03-14 20:00:03.000000');
INSERT INTO "changes" VALUES(4,1,4,'counted','{"round/2": [null, {"data": {}, "is_closed": false}], "entry/2/2": [null, {"data": {"score": 300}, "device": 2, "at": "2026-03-14T20:00:04+00:00"}]}','{"round": 2, "seats": [2], "points": {"2": [null, 300]}}',1,NULL,2,'2026-03-14 20:00:04.000000');
INSERT INTO "changes" VALUES(5,1,5,'counted','{"round/2": [{"data": {}, "is_closed": false}, {"data": {}, "is_closed": true}], "entry/2/1": [null, {"data": {"pile": {"7": 2}, "hand": {"5": 1}}, "device": 1, "at": "2026-03-14T20:00:05+00:00"}], "entry/2/3": [null, {"data": {"score": 50}, "device": 1, "at": "2026-03-14T20:00:05+00:00"}]}','{"round": 2, "seats": [1, 3], "points": {"1": [null, 150], "3": [null, 50]}, "closed": true}',1,NULL,1,'2026-03-14 20:00:05.000000');
INSERT INTO "changes" VALUES(6,1,6,'corrected','{"entry/1/1": [{"data": {"score": 450}, "device": 1, "at": "2026-03-14T20:00:03+00:00"}, {"data": {"score": 550}, "device": 1, "at": "2026-03-14T20:00:06+00:00"}]}','{"round": 1, "seats": [1], "points": {"1": [450, 550]}}',1,NULL,1,'2026-03-14 20:00:06.000000');
INSERT INTO "changes" VALUES(7,1,7,'undo','{"entry/1/1": [{"data": {"score": 550}, "device": 1, "at": "2026-03-14T20:00:06+00:00"}, {"data": {"score": 450}, "device": 1, "at": "2026-03-14T20:00:03+00:00"}]}','{"of": "corrected", "round": 1, "seats": [1], "points": {"1": [450, 550]}}',1,6,1,'2026-03-14 20:00:07.000000');
INSERT INTO "changes" VALUES(8,1,8,'redo','{"entry/1/1": [{"data": {"score": 450}, "device": 1, "at": "2026-03-14T20:00:03+00:00"}, {"data": {"score": 550}, "device": 1, "at": "2026-03-14T20:00:06+00:00"}]}','{"of": "corrected", "round": 1, "seats": [1], "points": {"1": [450, 550]}}',1,6,1,'2026-03-14 20:00:08.000000');
INSERT INTO "changes" VALUES(9,1,9,'undo','{"entry/1/1": [{"data": {"score": 550}, "device": 1, "at": "2026-03-14T20:00:06+00:00"}, {"data": {"score": 450}, "device": 1, "at": "2026-03-14T20:00:03+00:00"}]}','{"of": "corrected", "round": 1, "seats": [1], "points": {"1": [450, 550]}}',1,6,1,'2026-03-14 20:00:09.000000');
INSERT INTO "changes" VALUES(10,1,10,'renamed','{"seat/3": [{"name": "Cy", "left_after": null}, {"name": "Cyrus", "left_after": null}]}','{"from": "Cy", "name": "Cyrus"}',1,NULL,1,'2026-03-14 20:00:10.000000');
INSERT INTO "changes" VALUES(11,1,11,'counted','{"round/3": [null, {"data": {}, "is_closed": false}], "entry/3/1": [null, {"data": {"score": 250}, "device": 1, "at": "2026-03-14T20:00:11+00:00"}]}','{"round": 3, "seats": [1], "points": {"1": [null, 250]}}',1,NULL,1,'2026-03-14 20:00:11.000000');
INSERT INTO "changes" VALUES(12,2,1,'started','{}','{}',0,NULL,3,'2026-03-14 20:00:01.000000');
INSERT INTO "changes" VALUES(13,2,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"score": 450}, "device": 3, "at": "2026-03-14T20:00:02+00:00"}], "entry/1/2": [null, {"data": {"score": 600}, "device": 3, "at": "2026-03-14T20:00:02+00:00"}]}','{"round": 1, "seats": [1, 2], "points": {"1": [null, 450], "2": [null, 600]}, "closed": true}',1,NULL,3,'2026-03-14 20:00:02.000000');
INSERT INTO "changes" VALUES(14,2,3,'ended','{"ended_at": [null, "2026-03-14T20:00:03+00:00"]}','{}',1,NULL,3,'2026-03-14 20:00:03.000000');
CREATE TABLE claims (
	membership_id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	CONSTRAINT pk_claims PRIMARY KEY (membership_id, seat_id), 
	CONSTRAINT fk_claims_membership_id_memberships FOREIGN KEY(membership_id) REFERENCES memberships (id) ON DELETE CASCADE, 
	CONSTRAINT fk_claims_seat_id_seats FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE
);
INSERT INTO "claims" VALUES(2,2);
CREATE TABLE devices (
	id INTEGER NOT NULL, 
	uid VARCHAR(32) NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_devices PRIMARY KEY (id), 
	CONSTRAINT uq_devices_uid UNIQUE (uid)
);
INSERT INTO "devices" VALUES(1,'DUyKmY0LEwU0IP-9KzKPnKtv','2026-03-14 20:00:00.000000');
INSERT INTO "devices" VALUES(2,'l5zo-YVXKCp9jlyHTqDvajNz','2026-03-14 20:00:01.000000');
INSERT INTO "devices" VALUES(3,'FvDQ_CTTX1Q-TnW5U2DKDaTe','2026-03-14 20:00:00.000000');
CREATE TABLE entries (
	id INTEGER NOT NULL, 
	round_id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	data JSON NOT NULL, 
	device_id INTEGER NOT NULL, 
	entered_at DATETIME NOT NULL, 
	version INTEGER NOT NULL, 
	CONSTRAINT pk_entries PRIMARY KEY (id), 
	CONSTRAINT uq_entries_round_id_seat_id UNIQUE (round_id, seat_id), 
	CONSTRAINT fk_entries_round_id_rounds FOREIGN KEY(round_id) REFERENCES rounds (id) ON DELETE CASCADE, 
	CONSTRAINT fk_entries_seat_id_seats FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE, 
	CONSTRAINT fk_entries_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
);
INSERT INTO "entries" VALUES(1,1,1,'{"score": 450}',1,'2026-03-14 20:00:03.000000',9);
INSERT INTO "entries" VALUES(2,1,2,'{"score": 200}',1,'2026-03-14 20:00:03.000000',3);
INSERT INTO "entries" VALUES(3,1,3,'{"score": 100}',1,'2026-03-14 20:00:03.000000',3);
INSERT INTO "entries" VALUES(4,2,2,'{"score": 300}',2,'2026-03-14 20:00:04.000000',4);
INSERT INTO "entries" VALUES(5,2,1,'{"pile": {"7": 2}, "hand": {"5": 1}}',1,'2026-03-14 20:00:05.000000',5);
INSERT INTO "entries" VALUES(6,2,3,'{"score": 50}',1,'2026-03-14 20:00:05.000000',5);
INSERT INTO "entries" VALUES(7,3,1,'{"score": 250}',1,'2026-03-14 20:00:11.000000',11);
INSERT INTO "entries" VALUES(8,4,4,'{"score": 450}',3,'2026-03-14 20:00:02.000000',2);
INSERT INTO "entries" VALUES(9,4,5,'{"score": 600}',3,'2026-03-14 20:00:02.000000',2);
CREATE TABLE games (
	id INTEGER NOT NULL, 
	uid VARCHAR(16) NOT NULL, 
	rules VARCHAR(40) NOT NULL, 
	options JSON NOT NULL, 
	is_blind BOOLEAN NOT NULL, 
	first_seat INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	code VARCHAR(6), 
	started_at DATETIME NOT NULL, 
	changed_at DATETIME NOT NULL, 
	ended_at DATETIME, 
	status VARCHAR(16) NOT NULL, 
	reason TEXT NOT NULL, 
	rematch_of_id INTEGER, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT uq_games_uid UNIQUE (uid), 
	CONSTRAINT uq_games_code UNIQUE (code), 
	CONSTRAINT uq_games_rematch_of_id UNIQUE (rematch_of_id), 
	CONSTRAINT fk_games_rematch_of_id_games FOREIGN KEY(rematch_of_id) REFERENCES games (id)
);
INSERT INTO "games" VALUES(1,'w8Nx40LjiVbq','brownie_points','{"target": 15000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',0,1,11,'M24YTT','2026-03-14 20:00:01.000000','2026-03-14 20:00:11.000000',NULL,'in_progress','',NULL);
INSERT INTO "games" VALUES(2,'fp4GsSG71V7D','brownie_points','{"target": 15000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',0,1,3,NULL,'2026-03-14 20:00:01.000000','2026-03-14 20:00:03.000000','2026-03-14 20:00:03.000000','ended_early','Ended early: Bob wins with 600 points.',NULL);
CREATE TABLE memberships (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	device_id INTEGER NOT NULL, 
	role VARCHAR(10) NOT NULL, 
	joined_at DATETIME NOT NULL, 
	removed_at DATETIME, 
	is_barred BOOLEAN NOT NULL, 
	CONSTRAINT pk_memberships PRIMARY KEY (id), 
	CONSTRAINT uq_memberships_game_id_device_id UNIQUE (game_id, device_id), 
	CONSTRAINT fk_memberships_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT fk_memberships_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
);
INSERT INTO "memberships" VALUES(1,1,1,'keeper','2026-03-14 20:00:01.000000',NULL,0);
INSERT INTO "memberships" VALUES(2,1,2,'player','2026-03-14 20:00:01.000000',NULL,0);
INSERT INTO "memberships" VALUES(3,2,3,'keeper','2026-03-14 20:00:01.000000',NULL,0);
CREATE TABLE passes (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	role VARCHAR(10) NOT NULL, 
	nonce VARCHAR(32) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	expires_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_passes PRIMARY KEY (id), 
	CONSTRAINT fk_passes_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT uq_passes_token_hash UNIQUE (token_hash)
);
CREATE TABLE rounds (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	data JSON NOT NULL, 
	is_closed BOOLEAN NOT NULL, 
	version INTEGER NOT NULL, 
	CONSTRAINT pk_rounds PRIMARY KEY (id), 
	CONSTRAINT uq_rounds_game_id_number UNIQUE (game_id, number), 
	CONSTRAINT fk_rounds_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "rounds" VALUES(1,1,1,'{}',1,3);
INSERT INTO "rounds" VALUES(2,1,2,'{}',1,5);
INSERT INTO "rounds" VALUES(3,1,3,'{}',0,11);
INSERT INTO "rounds" VALUES(4,2,1,'{}',1,2);
CREATE TABLE scores (
	round_id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	points BIGINT NOT NULL, 
	CONSTRAINT pk_scores PRIMARY KEY (round_id, seat_id), 
	CONSTRAINT fk_scores_round_id_rounds FOREIGN KEY(round_id) REFERENCES rounds (id) ON DELETE CASCADE, 
	CONSTRAINT fk_scores_seat_id_seats FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE
);
INSERT INTO "scores" VALUES(1,1,450);
INSERT INTO "scores" VALUES(1,2,200);
INSERT INTO "scores" VALUES(1,3,100);
INSERT INTO "scores" VALUES(2,1,150);
INSERT INTO "scores" VALUES(2,2,300);
INSERT INTO "scores" VALUES(2,3,50);
INSERT INTO "scores" VALUES(4,4,450);
INSERT INTO "scores" VALUES(4,5,600);
CREATE TABLE seats (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	left_after INTEGER, 
	total BIGINT NOT NULL, 
	rank INTEGER NOT NULL, 
	is_winner BOOLEAN NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (id), 
	CONSTRAINT uq_seats_game_id_position UNIQUE (game_id, position), 
	CONSTRAINT fk_seats_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES(1,1,1,'Ann',NULL,600,1,0);
INSERT INTO "seats" VALUES(2,1,2,'Bob',NULL,500,2,0);
INSERT INTO "seats" VALUES(3,1,3,'Cyrus',NULL,150,3,0);
INSERT INTO "seats" VALUES(4,2,1,'Zoë 🍫',NULL,450,2,0);
INSERT INTO "seats" VALUES(5,2,2,'Bob',NULL,600,1,1);
CREATE TABLE write_keys (
	id INTEGER NOT NULL, 
	device_id INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	fingerprint VARCHAR(64) NOT NULL, 
	game_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_write_keys PRIMARY KEY (id), 
	CONSTRAINT uq_write_keys_device_id_key UNIQUE (device_id, "key"), 
	CONSTRAINT fk_write_keys_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id), 
	CONSTRAINT fk_write_keys_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE INDEX ix_entries_seat_id ON entries (seat_id);
CREATE INDEX ix_scores_seat_id ON scores (seat_id);
CREATE INDEX ix_passes_game_id ON passes (game_id);
CREATE INDEX ix_memberships_device_id ON memberships (device_id);
CREATE INDEX ix_claims_seat_id ON claims (seat_id);
CREATE INDEX ix_write_keys_game_id ON write_keys (game_id);
COMMIT;
