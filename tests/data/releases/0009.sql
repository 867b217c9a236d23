-- Scorecard 0.1.0 at revision 0009, filled by its own code.
-- totals: {"-dt_YlbxlSnJ": {"1": 0, "2": 0, "3": 0}, "0XUcZWjoitNu": {"1": 700, "2": 250}, "2O4xS97OG5Oo": {"1": 550, "2": 1800, "3": 150}, "4FD0_6p3UCSm": {"1": 100, "2": 100}, "57ocKHBgWcfJ": {"1": 0, "2": 0}, "6dU7mOCxrsEH": {"1": 20, "2": -5, "3": -15}, "J6FG0zQUst0W": {"1": 20, "2": -20}, "KVQ0pN3GKKv8": {"1": 0, "2": 10, "3": 18}, "OHZD265yB4xf": {"1": 35, "2": 80}, "RQLnj9tDAn1B": {"1": 200, "2": 350}, "RaAqslv7BF2A": {"1": 0, "2": 0, "3": 4}, "T82Q-DQ99feS": {"1": 21, "2": 7}, "UUv7_AlY5HlN": {"1": 0, "2": 0}, "Ulcr5uMnYV61": {"1": 3, "2": 0, "3": 3, "4": 0}, "V0vVvKNDN15x": {"1": -250, "2": 250}, "X6Yh-xf7Zd33": {"1": 0, "2": 0}, "_ien9Zsrqxo6": {"1": 500, "2": 300, "3": -250}, "agbAH1wQWdPa": {"1": 0, "2": 5, "3": 9}, "azFk9H8KM3hM": {"1": 900, "2": 100}, "fJTv9ubxFAPH": {"1": 450, "2": 600}, "gvYaWAjySdup": {"1": 600, "2": 750, "3": 150}, "j2cbqE7tqZRP": {"1": 600, "2": 500, "3": 150}, "nfIKdzA6Ssqb": {"1": 3, "2": 0, "3": 3, "4": 0}, "ueDwqeu6QS6r": {"1": 0, "2": 5, "3": 9}, "w-JvPrN80Y0O": {"1": 100, "2": 200}}
BEGIN TRANSACTION;
CREATE TABLE agreements (
	version_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	device_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_agreements PRIMARY KEY (version_id, player_id), 
	CONSTRAINT fk_agreements_version_id_house_rules_versions FOREIGN KEY(version_id) REFERENCES house_rules_versions (id) ON DELETE CASCADE, 
	CONSTRAINT fk_agreements_player_id_players FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE CASCADE, 
	CONSTRAINT fk_agreements_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
);
INSERT INTO "agreements" VALUES(1,2,6,'2026-03-14 21:26:15.000000');
INSERT INTO "agreements" VALUES(1,1,6,'2026-03-14 21:26:15.000000');
INSERT INTO "agreements" VALUES(2,1,6,'2026-03-14 21:41:21.000000');
INSERT INTO "agreements" VALUES(2,2,6,'2026-03-14 21:41:21.000000');
INSERT INTO "agreements" VALUES(2,3,6,'2026-03-14 21:41:21.000000');
INSERT INTO "agreements" VALUES(2,5,6,'2026-03-14 21:41:21.000000');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0009');
CREATE TABLE amendments (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	options JSON NOT NULL, 
	reason TEXT NOT NULL, 
	is_retroactive BOOLEAN NOT NULL, 
	consents JSON NOT NULL, 
	device_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	closed_at DATETIME, 
	is_applied BOOLEAN NOT NULL, 
	CONSTRAINT pk_amendments PRIMARY KEY (id), 
	CONSTRAINT fk_amendments_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT fk_amendments_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
);
INSERT INTO "amendments" VALUES(1,13,'{"target": 2000}','it is late',0,'{"1": "phone", "2": "phone", "3": "phone"}',6,'2026-03-14 21:37:19.000000','2026-03-14 21:37:19.000000',1);
INSERT INTO "amendments" VALUES(2,17,'{"target": 3000}','last bus',0,'{"1": "phone"}',6,'2026-03-15 22:28:23.000000',NULL,0);
CREATE TABLE awards (
	season_id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	order_key VARCHAR(48) NOT NULL, 
	side VARCHAR(40) NOT NULL, 
	rank INTEGER NOT NULL, 
	is_win BOOLEAN NOT NULL, 
	points BIGINT NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	CONSTRAINT pk_awards PRIMARY KEY (season_id, game_id, player_id), 
	CONSTRAINT fk_awards_season_id_seasons FOREIGN KEY(season_id) REFERENCES seasons (id) ON DELETE CASCADE, 
	CONSTRAINT fk_awards_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT fk_awards_player_id_players FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE CASCADE
);
INSERT INTO "awards" VALUES(1,5,1,'2026-03-14T20:20:01.000000/_ien9Zsrqxo6','Ann',1,1,221760,2.78690486807494259831e+01,8.20524337739799314306e+00);
INSERT INTO "awards" VALUES(1,5,2,'2026-03-14T20:20:01.000000/_ien9Zsrqxo6','Bob',2,0,110880,2.57172621701873573831e+01,8.0582242228023783781e+00);
INSERT INTO "awards" VALUES(1,5,3,'2026-03-14T20:20:01.000000/_ien9Zsrqxo6','Cy',3,0,55440,2.14136891490632166315e+01,8.0582242228023783781e+00);
INSERT INTO "awards" VALUES(1,6,1,'2026-03-14T20:30:01.000000/gvYaWAjySdup','Ann',2,0,110880,2.7890476710845206298e+01,7.92523149221220446491e+00);
INSERT INTO "awards" VALUES(1,6,2,'2026-03-14T20:30:01.000000/gvYaWAjySdup','Bob',1,1,221760,2.84156427410441310144e+01,7.93685121325874565201e+00);
INSERT INTO "awards" VALUES(1,6,3,'2026-03-14T20:30:01.000000/gvYaWAjySdup','Cyrus',3,0,55440,1.86946414726488363555e+01,7.82317331485713207683e+00);
INSERT INTO "awards" VALUES(1,8,1,'2026-03-14T20:42:16.000000/Ulcr5uMnYV61','A',1,1,221760,3.00945447158742886975e+01,7.79048535409938214257e+00);
INSERT INTO "awards" VALUES(1,8,2,'2026-03-14T20:42:16.000000/Ulcr5uMnYV61','B',2,0,110880,2.6205107644979229065e+01,7.79692773996832677596e+00);
INSERT INTO "awards" VALUES(1,8,3,'2026-03-14T20:42:16.000000/Ulcr5uMnYV61','A',1,1,221760,2.084231488813658828e+01,7.69361677026651502586e+00);
INSERT INTO "awards" VALUES(1,8,4,'2026-03-14T20:42:16.000000/Ulcr5uMnYV61','B',2,0,110880,22.5631208196224,8.17113822082862739648e+00);
INSERT INTO "awards" VALUES(1,10,1,'2026-03-14T21:02:16.000000/6dU7mOCxrsEH','Ann',1,1,221760,3.23583073001007903712e+01,7.66267286067434838514e+00);
INSERT INTO "awards" VALUES(1,10,2,'2026-03-14T21:02:16.000000/6dU7mOCxrsEH','Bob',2,0,110880,2.65199950805424613511e+01,7.5515710986910340452e+00);
INSERT INTO "awards" VALUES(1,10,3,'2026-03-14T21:02:16.000000/6dU7mOCxrsEH','Cy',3,0,55440,1.83278931188246190231e+01,7.48285780156840196752e+00);
INSERT INTO "awards" VALUES(1,11,2,'2026-03-14T21:12:16.000000/0XUcZWjoitNu','Bob',1,1,221760,2.86316959663851200446e+01,7.35142591383112797842e+00);
INSERT INTO "awards" VALUES(1,11,5,'2026-03-14T21:12:16.000000/0XUcZWjoitNu','Edward',2,0,110880,2.24285041819325563498e+01,8.03486765084182152918e+00);
INSERT INTO "awards" VALUES(1,13,1,'2026-03-14T21:37:16.000000/2O4xS97OG5Oo','Ann',2,0,110880,3.16417457804394324232e+01,7.42288948737923);
INSERT INTO "awards" VALUES(1,13,2,'2026-03-14T21:37:16.000000/2O4xS97OG5Oo','Bob',1,1,221760,3.09627272834076272545e+01,7.24875242580115930479e+00);
INSERT INTO "awards" VALUES(1,13,3,'2026-03-14T21:37:16.000000/2O4xS97OG5Oo','Cy',3,0,55440,1.65961070560089467566e+01,7.31473610345666269694e+00);
INSERT INTO "awards" VALUES(2,14,1,'2026-03-15T21:55:22.000000/4FD0_6p3UCSm','Ann',1,1,166320,25.0,8.06590141354368);
INSERT INTO "awards" VALUES(2,14,2,'2026-03-15T21:55:22.000000/4FD0_6p3UCSm','Bob',1,1,166320,25.0,8.06590141354368);
INSERT INTO "awards" VALUES(3,18,8,'2026-03-14T20:15:01.000000/KVQ0pN3GKKv8','Ann',1,1,0,2.78690486807494259831e+01,8.20524337739799314306e+00);
INSERT INTO "awards" VALUES(3,18,9,'2026-03-14T20:15:01.000000/KVQ0pN3GKKv8','Bob',2,0,-554400,2.57172621701873573831e+01,8.0582242228023783781e+00);
INSERT INTO "awards" VALUES(3,18,10,'2026-03-14T20:15:01.000000/KVQ0pN3GKKv8','Cy',3,0,-997920,2.14136891490632166315e+01,8.0582242228023783781e+00);
INSERT INTO "awards" VALUES(4,18,8,'2026-03-14T20:15:01.000000/KVQ0pN3GKKv8','Ann',1,1,277200,2.78690486807494259831e+01,8.20524337739799314306e+00);
INSERT INTO "awards" VALUES(4,18,9,'2026-03-14T20:15:01.000000/KVQ0pN3GKKv8','Bob',2,0,166320,2.57172621701873573831e+01,8.0582242228023783781e+00);
INSERT INTO "awards" VALUES(4,18,10,'2026-03-14T20:15:01.000000/KVQ0pN3GKKv8','Cy',3,0,110880,2.14136891490632166315e+01,8.0582242228023783781e+00);
INSERT INTO "awards" VALUES(4,19,8,'2026-03-14T20:28:01.000000/RaAqslv7BF2A','Ann',2,0,138600,2.60430732888051501565e+01,7.91985986680586684371e+00);
INSERT INTO "awards" VALUES(4,19,9,'2026-03-14T20:28:01.000000/RaAqslv7BF2A','Bob',2,0,138600,2.44425107688160885292e+01,7.80032142744935885758e+00);
INSERT INTO "awards" VALUES(4,19,10,'2026-03-14T20:28:01.000000/RaAqslv7BF2A','Cy',1,1,277200,2.44495742618500031548e+01,7.95442491443045);
INSERT INTO "awards" VALUES(4,20,8,'2026-03-14T20:38:01.000000/-dt_YlbxlSnJ','Ann',2,0,166320,2.65197647759234662596e+01,7.66100126605322895301e+00);
INSERT INTO "awards" VALUES(4,20,9,'2026-03-14T20:38:01.000000/-dt_YlbxlSnJ','Bob',3,0,110880,2.13100286289738818359e+01,7.56279408512661621699e+00);
INSERT INTO "awards" VALUES(4,20,10,'2026-03-14T20:38:01.000000/-dt_YlbxlSnJ','Cy',1,1,277200,2.72261746507729895938e+01,7.8356782750530422632e+00);
INSERT INTO "awards" VALUES(4,21,8,'2026-03-14T20:48:01.000000/ueDwqeu6QS6r','Ann',3,0,110880,2.28460668259842236693e+01,7.42274309721829173014e+00);
INSERT INTO "awards" VALUES(4,21,9,'2026-03-14T20:48:01.000000/ueDwqeu6QS6r','Bob',2,0,166320,2.25487783737381626276e+01,7.35614065364993852114e+00);
INSERT INTO "awards" VALUES(4,21,10,'2026-03-14T20:48:01.000000/ueDwqeu6QS6r','Cy',1,1,277200,2.9739543232067351397e+01,7.70720403245896168442e+00);
INSERT INTO "awards" VALUES(4,22,8,'2026-03-14T20:58:01.000000/agbAH1wQWdPa','Ann',3,0,110880,1.993418479721944081e+01,7.21108387922471294473e+00);
INSERT INTO "awards" VALUES(4,22,9,'2026-03-14T20:58:01.000000/agbAH1wQWdPa','Bob',2,0,166320,2.33884069970292642883e+01,7.15321180375022258601e+00);
INSERT INTO "awards" VALUES(4,22,10,'2026-03-14T20:58:01.000000/agbAH1wQWdPa','Cy',1,1,277200,3.19571855253253964699e+01,7.57355113911678845539e+00);
INSERT INTO "awards" VALUES(5,18,8,'2026-03-14T20:15:01.000000/KVQ0pN3GKKv8','Ann',1,1,0,2.78690486807494259831e+01,8.20524337739799314306e+00);
INSERT INTO "awards" VALUES(5,18,9,'2026-03-14T20:15:01.000000/KVQ0pN3GKKv8','Bob',2,0,-554400,2.57172621701873573831e+01,8.0582242228023783781e+00);
INSERT INTO "awards" VALUES(5,18,10,'2026-03-14T20:15:01.000000/KVQ0pN3GKKv8','Cy',3,0,-997920,2.14136891490632166315e+01,8.0582242228023783781e+00);
INSERT INTO "awards" VALUES(5,19,8,'2026-03-14T20:28:01.000000/RaAqslv7BF2A','Ann',2,0,-221760,2.60430732888051501565e+01,7.91985986680586684371e+00);
INSERT INTO "awards" VALUES(5,19,9,'2026-03-14T20:28:01.000000/RaAqslv7BF2A','Bob',2,0,-221760,2.44425107688160885292e+01,7.80032142744935885758e+00);
INSERT INTO "awards" VALUES(5,19,10,'2026-03-14T20:28:01.000000/RaAqslv7BF2A','Cy',1,1,-221760,2.44495742618500031548e+01,7.95442491443045);
INSERT INTO "awards" VALUES(5,20,8,'2026-03-14T20:38:01.000000/-dt_YlbxlSnJ','Ann',2,0,0,2.65197647759234662596e+01,7.66100126605322895301e+00);
INSERT INTO "awards" VALUES(5,20,9,'2026-03-14T20:38:01.000000/-dt_YlbxlSnJ','Bob',3,0,0,2.13100286289738818359e+01,7.56279408512661621699e+00);
INSERT INTO "awards" VALUES(5,20,10,'2026-03-14T20:38:01.000000/-dt_YlbxlSnJ','Cy',1,1,0,2.72261746507729895938e+01,7.8356782750530422632e+00);
INSERT INTO "awards" VALUES(5,21,8,'2026-03-14T20:48:01.000000/ueDwqeu6QS6r','Ann',3,0,0,2.28460668259842236693e+01,7.42274309721829173014e+00);
INSERT INTO "awards" VALUES(5,21,9,'2026-03-14T20:48:01.000000/ueDwqeu6QS6r','Bob',2,0,277200,2.25487783737381626276e+01,7.35614065364993852114e+00);
INSERT INTO "awards" VALUES(5,21,10,'2026-03-14T20:48:01.000000/ueDwqeu6QS6r','Cy',1,1,498960,2.9739543232067351397e+01,7.70720403245896168442e+00);
INSERT INTO "awards" VALUES(5,22,8,'2026-03-14T20:58:01.000000/agbAH1wQWdPa','Ann',3,0,0,1.993418479721944081e+01,7.21108387922471294473e+00);
INSERT INTO "awards" VALUES(5,22,9,'2026-03-14T20:58:01.000000/agbAH1wQWdPa','Bob',2,0,277200,2.33884069970292642883e+01,7.15321180375022258601e+00);
INSERT INTO "awards" VALUES(5,22,10,'2026-03-14T20:58:01.000000/agbAH1wQWdPa','Cy',1,1,498960,3.19571855253253964699e+01,7.57355113911678845539e+00);
CREATE TABLE bin_counts (
	kind VARCHAR(20) NOT NULL, 
	thing_id INTEGER NOT NULL, 
	deleted_at DATETIME NOT NULL, 
	days INTEGER NOT NULL, 
	last_day DATE NOT NULL, 
	CONSTRAINT pk_bin_counts PRIMARY KEY (kind, thing_id)
);
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
	at DATETIME NOT NULL, source VARCHAR(10), made_at DATETIME, 
	CONSTRAINT pk_changes PRIMARY KEY (id), 
	CONSTRAINT uq_changes_game_id_version UNIQUE (game_id, version), 
	CONSTRAINT fk_changes_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT fk_changes_reverts_id_changes FOREIGN KEY(reverts_id) REFERENCES changes (id), 
	CONSTRAINT fk_changes_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
);
INSERT INTO "changes" VALUES(1,1,1,'started','{}','{}',0,NULL,1,'2026-03-14 20:00:01.000000','form',NULL);
INSERT INTO "changes" VALUES(2,1,2,'joined','{}','{"role": "player"}',0,NULL,2,'2026-03-14 20:00:02.000000','form',NULL);
INSERT INTO "changes" VALUES(3,1,3,'claimed','{}','{"was": "a player", "whom": "Bob"}',0,NULL,2,'2026-03-14 20:00:03.000000','form',NULL);
INSERT INTO "changes" VALUES(4,1,4,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"score": 450}, "device": 1, "at": "2026-03-14T20:00:04+00:00"}], "entry/1/2": [null, {"data": {"score": 200}, "device": 1, "at": "2026-03-14T20:00:04+00:00"}], "entry/1/3": [null, {"data": {"score": 100}, "device": 1, "at": "2026-03-14T20:00:04+00:00"}]}','{"round": 1, "seats": [1, 2, 3], "points": {"1": [null, 450], "2": [null, 200], "3": [null, 100]}, "closed": true}',1,NULL,1,'2026-03-14 20:00:04.000000','form',NULL);
INSERT INTO "changes" VALUES(5,1,5,'counted','{"round/2": [null, {"data": {}, "is_closed": false}], "entry/2/2": [null, {"data": {"score": 300}, "device": 2, "at": "2026-03-14T20:00:05+00:00"}]}','{"round": 2, "seats": [2], "points": {"2": [null, 300]}}',1,NULL,2,'2026-03-14 20:00:05.000000','form',NULL);
INSERT INTO "changes" VALUES(6,1,6,'counted','{"round/2": [{"data": {}, "is_closed": false}, {"data": {}, "is_closed": true}], "entry/2/1": [null, {"data": {"pile": {"7": 2}, "hand": {"5": 1}}, "device": 1, "at": "2026-03-14T20:00:06+00:00"}], "entry/2/3": [null, {"data": {"score": 50}, "device": 1, "at": "2026-03-14T20:00:06+00:00"}]}','{"round": 2, "seats": [1, 3], "points": {"1": [null, 150], "3": [null, 50]}, "closed": true}',1,NULL,1,'2026-03-14 20:00:06.000000','form',NULL);
INSERT INTO "changes" VALUES(7,1,7,'corrected','{"entry/1/1": [{"data": {"score": 450}, "device": 1, "at": "2026-03-14T20:00:04+00:00"}, {"data": {"score": 550}, "device": 1, "at": "2026-03-14T20:00:07+00:00"}]}','{"round": 1, "seats": [1], "points": {"1": [450, 550]}}',1,NULL,1,'2026-03-14 20:00:07.000000','form',NULL);
INSERT INTO "changes" VALUES(8,1,8,'undo','{"entry/1/1": [{"data": {"score": 550}, "device": 1, "at": "2026-03-14T20:00:07+00:00"}, {"data": {"score": 450}, "device": 1, "at": "2026-03-14T20:00:04+00:00"}]}','{"of": "corrected", "round": 1, "seats": [1], "points": {"1": [450, 550]}}',1,7,1,'2026-03-14 20:00:08.000000','form',NULL);
INSERT INTO "changes" VALUES(9,1,9,'redo','{"entry/1/1": [{"data": {"score": 450}, "device": 1, "at": "2026-03-14T20:00:04+00:00"}, {"data": {"score": 550}, "device": 1, "at": "2026-03-14T20:00:07+00:00"}]}','{"of": "corrected", "round": 1, "seats": [1], "points": {"1": [450, 550]}}',1,7,1,'2026-03-14 20:00:09.000000','form',NULL);
INSERT INTO "changes" VALUES(10,1,10,'undo','{"entry/1/1": [{"data": {"score": 550}, "device": 1, "at": "2026-03-14T20:00:07+00:00"}, {"data": {"score": 450}, "device": 1, "at": "2026-03-14T20:00:04+00:00"}]}','{"of": "corrected", "round": 1, "seats": [1], "points": {"1": [450, 550]}}',1,7,1,'2026-03-14 20:00:10.000000','form',NULL);
INSERT INTO "changes" VALUES(11,1,11,'renamed','{"seat/3": [{"name": "Cy", "left_after": null, "player_id": null}, {"name": "Cyrus", "left_after": null, "player_id": null}]}','{"from": "Cy", "name": "Cyrus"}',1,NULL,1,'2026-03-14 20:00:11.000000','form',NULL);
INSERT INTO "changes" VALUES(12,1,12,'counted','{"round/3": [null, {"data": {}, "is_closed": false}], "entry/3/1": [null, {"data": {"score": 250}, "device": 1, "at": "2026-03-14T20:00:12+00:00"}]}','{"round": 3, "seats": [1], "points": {"1": [null, 250]}}',1,NULL,1,'2026-03-14 20:00:12.000000','form',NULL);
INSERT INTO "changes" VALUES(13,2,1,'started','{}','{}',0,NULL,3,'2026-03-14 20:00:01.000000','form',NULL);
INSERT INTO "changes" VALUES(14,2,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"score": 450}, "device": 3, "at": "2026-03-14T20:00:02+00:00"}], "entry/1/2": [null, {"data": {"score": 600}, "device": 3, "at": "2026-03-14T20:00:02+00:00"}]}','{"round": 1, "seats": [1, 2], "points": {"1": [null, 450], "2": [null, 600]}, "closed": true}',1,NULL,3,'2026-03-14 20:00:02.000000','form',NULL);
INSERT INTO "changes" VALUES(15,2,3,'ended','{"ended_at": [null, "2026-03-14T20:00:03+00:00"]}','{}',1,NULL,3,'2026-03-14 20:00:03.000000','form',NULL);
INSERT INTO "changes" VALUES(16,3,1,'started','{}','{}',0,NULL,4,'2026-03-14 20:00:01.000000','form',NULL);
INSERT INTO "changes" VALUES(17,3,2,'described','{"round/1": [null, {"data": {"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": null, "game": "A"}, "is_closed": true}]}','{"round": 1, "seats": [], "said": {"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": null, "game": "A"}, "points": {}, "closed": true}',1,NULL,4,'2026-03-14 20:00:02.000000','form',NULL);
INSERT INTO "changes" VALUES(18,4,1,'started','{}','{}',0,NULL,5,'2026-03-14 20:00:01.000000','form',NULL);
INSERT INTO "changes" VALUES(19,4,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"points": 20}, "device": 5, "at": "2026-03-14T20:00:02+00:00"}], "entry/1/2": [null, {"data": {"points": -20}, "device": 5, "at": "2026-03-14T20:00:02+00:00"}]}','{"round": 1, "seats": [1, 2], "said": {}, "points": {"1": [null, 20], "2": [null, -20]}, "closed": true}',1,NULL,5,'2026-03-14 20:00:02.000000','form',NULL);
INSERT INTO "changes" VALUES(20,5,1,'started','{}','{}',0,NULL,6,'2026-03-14 20:20:01.000000','form',NULL);
INSERT INTO "changes" VALUES(21,5,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"score": 500}, "device": 6, "at": "2026-03-14T20:20:02+00:00"}], "entry/1/2": [null, {"data": {"score": 300}, "device": 6, "at": "2026-03-14T20:20:02+00:00"}], "entry/1/3": [null, {"data": {"score": -250}, "device": 6, "at": "2026-03-14T20:20:02+00:00"}]}','{"round": 1, "seats": [1, 2, 3], "points": {"1": [null, 500], "2": [null, 300], "3": [null, -250]}, "closed": true}',1,NULL,6,'2026-03-14 20:20:02.000000','form',NULL);
INSERT INTO "changes" VALUES(22,5,3,'ended','{"ended_at": [null, "2026-03-14T20:20:03+00:00"]}','{}',1,NULL,6,'2026-03-14 20:20:03.000000','form',NULL);
INSERT INTO "changes" VALUES(23,6,1,'started','{}','{}',0,NULL,6,'2026-03-14 20:30:01.000000','form',NULL);
INSERT INTO "changes" VALUES(24,6,2,'joined','{}','{"role": "player"}',0,NULL,7,'2026-03-14 20:30:02.000000','form',NULL);
INSERT INTO "changes" VALUES(25,6,3,'claimed','{}','{"was": "a player", "whom": "Bob"}',0,NULL,7,'2026-03-14 20:30:03.000000','form',NULL);
INSERT INTO "changes" VALUES(26,6,4,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"score": 450}, "device": 6, "at": "2026-03-14T20:30:04+00:00"}], "entry/1/2": [null, {"data": {"score": 200}, "device": 6, "at": "2026-03-14T20:30:04+00:00"}], "entry/1/3": [null, {"data": {"score": 100}, "device": 6, "at": "2026-03-14T20:30:04+00:00"}]}','{"round": 1, "seats": [1, 2, 3], "points": {"1": [null, 450], "2": [null, 200], "3": [null, 100]}, "closed": true}',1,NULL,6,'2026-03-14 20:30:04.000000','form',NULL);
INSERT INTO "changes" VALUES(27,6,5,'counted','{"round/2": [null, {"data": {}, "is_closed": false}], "entry/2/2": [null, {"data": {"score": 300}, "device": 7, "at": "2026-03-14T20:30:05+00:00"}]}','{"round": 2, "seats": [2], "points": {"2": [null, 300]}}',1,NULL,7,'2026-03-14 20:30:05.000000','form',NULL);
INSERT INTO "changes" VALUES(28,6,6,'counted','{"round/2": [{"data": {}, "is_closed": false}, {"data": {}, "is_closed": true}], "entry/2/1": [null, {"data": {"pile": {"7": 2}, "hand": {"5": 1}}, "device": 6, "at": "2026-03-14T20:30:06+00:00"}], "entry/2/3": [null, {"data": {"score": 50}, "device": 6, "at": "2026-03-14T20:30:06+00:00"}]}','{"round": 2, "seats": [1, 3], "points": {"1": [null, 150], "3": [null, 50]}, "closed": true}',1,NULL,6,'2026-03-14 20:30:06.000000','form',NULL);
INSERT INTO "changes" VALUES(29,6,7,'corrected','{"entry/1/1": [{"data": {"score": 450}, "device": 6, "at": "2026-03-14T20:30:04+00:00"}, {"data": {"score": 550}, "device": 6, "at": "2026-03-14T20:30:07+00:00"}]}','{"round": 1, "seats": [1], "points": {"1": [450, 550]}}',1,NULL,6,'2026-03-14 20:30:07.000000','form',NULL);
INSERT INTO "changes" VALUES(30,6,8,'undo','{"entry/1/1": [{"data": {"score": 550}, "device": 6, "at": "2026-03-14T20:30:07+00:00"}, {"data": {"score": 450}, "device": 6, "at": "2026-03-14T20:30:04+00:00"}]}','{"of": "corrected", "round": 1, "seats": [1], "points": {"1": [450, 550]}}',1,29,6,'2026-03-14 20:30:08.000000','form',NULL);
INSERT INTO "changes" VALUES(31,6,9,'redo','{"entry/1/1": [{"data": {"score": 450}, "device": 6, "at": "2026-03-14T20:30:04+00:00"}, {"data": {"score": 550}, "device": 6, "at": "2026-03-14T20:30:07+00:00"}]}','{"of": "corrected", "round": 1, "seats": [1], "points": {"1": [450, 550]}}',1,29,6,'2026-03-14 20:30:09.000000','form',NULL);
INSERT INTO "changes" VALUES(32,6,10,'undo','{"entry/1/1": [{"data": {"score": 550}, "device": 6, "at": "2026-03-14T20:30:07+00:00"}, {"data": {"score": 450}, "device": 6, "at": "2026-03-14T20:30:04+00:00"}]}','{"of": "corrected", "round": 1, "seats": [1], "points": {"1": [450, 550]}}',1,29,6,'2026-03-14 20:30:10.000000','form',NULL);
INSERT INTO "changes" VALUES(33,6,11,'renamed','{"seat/3": [{"name": "Cy", "left_after": null, "player_id": 3}, {"name": "Cyrus", "left_after": null, "player_id": 3}]}','{"from": "Cy", "name": "Cyrus"}',1,NULL,6,'2026-03-14 20:30:11.000000','form',NULL);
INSERT INTO "changes" VALUES(34,6,12,'left','{"seat/3": [{"name": "Cyrus", "left_after": null, "player_id": 3}, {"name": "Cyrus", "left_after": 2, "player_id": 3}]}','{"seats": [3], "round": 3}',1,NULL,6,'2026-03-14 20:30:12.000000','form',NULL);
INSERT INTO "changes" VALUES(35,6,13,'counted','{"round/3": [null, {"data": {}, "is_closed": true}], "entry/3/1": [null, {"data": {"score": 0}, "device": 6, "at": "2026-03-14T20:30:13+00:00"}], "entry/3/2": [null, {"data": {"score": 250}, "device": 6, "at": "2026-03-14T20:30:13+00:00"}]}','{"round": 3, "seats": [1, 2], "points": {"1": [null, 0], "2": [null, 250]}, "closed": true}',1,NULL,6,'2026-03-14 20:30:13.000000','form',NULL);
INSERT INTO "changes" VALUES(36,6,14,'ended','{"ended_at": [null, "2026-03-14T20:30:14+00:00"]}','{}',1,NULL,6,'2026-03-14 20:30:14.000000','form',NULL);
INSERT INTO "changes" VALUES(37,7,1,'started','{}','{}',0,NULL,6,'2026-03-14 20:30:15.000000','form',NULL);
INSERT INTO "changes" VALUES(38,6,15,'rematch','{}','{}',0,NULL,6,'2026-03-14 20:30:15.000000','form',NULL);
INSERT INTO "changes" VALUES(39,7,2,'counted','{"round/1": [null, {"data": {}, "is_closed": false}], "entry/1/1": [null, {"data": {"score": 150}, "device": 6, "at": "2026-03-14T20:32:15+00:00"}]}','{"round": 1, "seats": [1], "points": {"1": [null, 150]}}',1,NULL,6,'2026-03-14 20:32:15.000000','form',NULL);
INSERT INTO "changes" VALUES(40,8,1,'started','{}','{}',0,NULL,6,'2026-03-14 20:42:16.000000','form',NULL);
INSERT INTO "changes" VALUES(41,8,2,'described','{"round/1": [null, {"data": {"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": null, "game": "A"}, "is_closed": true}]}','{"round": 1, "seats": [], "said": {"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": null, "game": "A"}, "points": {}, "closed": true}',1,NULL,6,'2026-03-14 20:42:17.000000','form',NULL);
INSERT INTO "changes" VALUES(42,8,3,'ended','{"ended_at": [null, "2026-03-14T20:42:18+00:00"]}','{}',1,NULL,6,'2026-03-14 20:42:18.000000','form',NULL);
INSERT INTO "changes" VALUES(43,9,1,'started','{}','{}',0,NULL,6,'2026-03-14 20:52:16.000000','form',NULL);
INSERT INTO "changes" VALUES(44,9,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"score": 900}, "device": 6, "at": "2026-03-14T20:52:17+00:00"}], "entry/1/2": [null, {"data": {"score": 100}, "device": 6, "at": "2026-03-14T20:52:17+00:00"}]}','{"round": 1, "seats": [1, 2], "points": {"1": [null, 900], "2": [null, 100]}, "closed": true}',1,NULL,6,'2026-03-14 20:52:17.000000','form',NULL);
INSERT INTO "changes" VALUES(45,9,3,'ended','{"ended_at": [null, "2026-03-14T20:52:18+00:00"]}','{}',1,NULL,6,'2026-03-14 20:52:18.000000','form',NULL);
INSERT INTO "changes" VALUES(46,9,4,'deleted','{"deleted_at": [null, "2026-03-14T20:52:19+00:00"]}','{}',1,NULL,6,'2026-03-14 20:52:19.000000','form',NULL);
INSERT INTO "changes" VALUES(47,10,1,'started','{}','{}',0,NULL,6,'2026-03-14 21:02:16.000000','form',NULL);
INSERT INTO "changes" VALUES(48,10,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"points": 20}, "device": 6, "at": "2026-03-14T21:02:17+00:00"}], "entry/1/2": [null, {"data": {"points": -5}, "device": 6, "at": "2026-03-14T21:02:17+00:00"}], "entry/1/3": [null, {"data": {"points": -15}, "device": 6, "at": "2026-03-14T21:02:17+00:00"}]}','{"round": 1, "seats": [1, 2, 3], "said": {}, "points": {"1": [null, 20], "2": [null, -5], "3": [null, -15]}, "closed": true}',1,NULL,6,'2026-03-14 21:02:17.000000','form',NULL);
INSERT INTO "changes" VALUES(49,10,3,'ended','{"ended_at": [null, "2026-03-14T21:02:18+00:00"]}','{}',1,NULL,6,'2026-03-14 21:02:18.000000','form',NULL);
INSERT INTO "changes" VALUES(50,11,1,'started','{}','{}',0,NULL,6,'2026-03-14 21:12:16.000000','form',NULL);
INSERT INTO "changes" VALUES(51,11,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"score": 700}, "device": 6, "at": "2026-03-14T21:12:17+00:00"}], "entry/1/2": [null, {"data": {"score": 250}, "device": 6, "at": "2026-03-14T21:12:17+00:00"}]}','{"round": 1, "seats": [1, 2], "points": {"1": [null, 700], "2": [null, 250]}, "closed": true}',1,NULL,6,'2026-03-14 21:12:17.000000','form',NULL);
INSERT INTO "changes" VALUES(52,11,3,'ended','{"ended_at": [null, "2026-03-14T21:12:18+00:00"]}','{}',1,NULL,6,'2026-03-14 21:12:18.000000','form',NULL);
INSERT INTO "changes" VALUES(53,12,1,'started','{}','{}',0,NULL,6,'2026-03-14 21:24:16.000000','form',NULL);
INSERT INTO "changes" VALUES(54,12,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"score": 100}, "device": 6, "at": "2026-03-14T21:24:17+00:00"}], "entry/1/2": [null, {"data": {"score": 200}, "device": 6, "at": "2026-03-14T21:24:17+00:00"}]}','{"round": 1, "seats": [1, 2], "points": {"1": [null, 100], "2": [null, 200]}, "closed": true}',1,NULL,6,'2026-03-14 21:24:17.000000','form',NULL);
INSERT INTO "changes" VALUES(55,12,3,'moved','{"group": [1, null], "seat/1": [{"name": "Ann", "left_after": null, "player_id": 1}, {"name": "Ann", "left_after": null, "player_id": null}], "seat/2": [{"name": "Ed", "left_after": null, "player_id": 5}, {"name": "Ed", "left_after": null, "player_id": null}]}','{"group": "", "from": "Thursday"}',0,NULL,6,'2026-03-14 21:24:18.000000','form',NULL);
INSERT INTO "changes" VALUES(56,12,4,'moved','{"group": [null, 1], "seat/1": [{"name": "Ann", "left_after": null, "player_id": null}, {"name": "Ann", "left_after": null, "player_id": 1}], "seat/2": [{"name": "Ed", "left_after": null, "player_id": null}, {"name": "Ed", "left_after": null, "player_id": 5}]}','{"group": "Thursday", "from": ""}',0,NULL,6,'2026-03-14 21:24:19.000000','form',NULL);
INSERT INTO "changes" VALUES(57,13,1,'started','{}','{}',0,NULL,6,'2026-03-14 21:37:16.000000','form',NULL);
INSERT INTO "changes" VALUES(58,13,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"score": 450}, "device": 6, "at": "2026-03-14T21:37:17+00:00"}], "entry/1/2": [null, {"data": {"score": 200}, "device": 6, "at": "2026-03-14T21:37:17+00:00"}], "entry/1/3": [null, {"data": {"score": 100}, "device": 6, "at": "2026-03-14T21:37:17+00:00"}]}','{"round": 1, "seats": [1, 2, 3], "points": {"1": [null, 450], "2": [null, 200], "3": [null, 100]}, "closed": true}',1,NULL,6,'2026-03-14 21:37:17.000000','form',NULL);
INSERT INTO "changes" VALUES(59,13,3,'ruled','{}','{"decision": "It lies"}',0,NULL,6,'2026-03-14 21:37:18.000000','form',NULL);
INSERT INTO "changes" VALUES(60,13,4,'amendment_asked','{}','{"round": 2, "what": "Target", "reason": "it is late"}',0,NULL,6,'2026-03-14 21:37:19.000000','form',NULL);
INSERT INTO "changes" VALUES(61,13,5,'amended','{"amendments": [[], [{"from_round": 2, "options": {"target": 2000}, "reason": "it is late", "at": "2026-03-14T21:37:19+00:00"}]]}','{"round": 2, "what": "Target", "reason": "it is late"}',1,NULL,6,'2026-03-14 21:37:19.000000','form',NULL);
INSERT INTO "changes" VALUES(62,13,6,'counted','{"round/2": [null, {"data": {}, "is_closed": true}], "entry/2/1": [null, {"data": {"score": 100}, "device": 6, "at": "2026-03-14T21:37:20+00:00"}], "entry/2/2": [null, {"data": {"score": 1600}, "device": 6, "at": "2026-03-14T21:37:20+00:00"}], "entry/2/3": [null, {"data": {"score": 50}, "device": 6, "at": "2026-03-14T21:37:20+00:00"}]}','{"round": 2, "seats": [1, 2, 3], "points": {"1": [null, 100], "2": [null, 1600], "3": [null, 50]}, "closed": true}',1,NULL,6,'2026-03-14 21:37:20.000000','form',NULL);
INSERT INTO "changes" VALUES(63,13,7,'ended','{"ended_at": [null, "2026-03-14T21:37:21+00:00"]}','{}',1,NULL,6,'2026-03-14 21:37:21.000000','form',NULL);
INSERT INTO "changes" VALUES(64,14,1,'started','{}','{}',0,NULL,6,'2026-03-15 21:55:22.000000','form',NULL);
INSERT INTO "changes" VALUES(65,14,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"score": 100}, "device": 6, "at": "2026-03-15T21:55:23+00:00"}], "entry/1/2": [null, {"data": {"score": 100}, "device": 6, "at": "2026-03-15T21:55:23+00:00"}]}','{"round": 1, "seats": [1, 2], "points": {"1": [null, 100], "2": [null, 100]}, "closed": true}',1,NULL,6,'2026-03-15 21:55:23.000000','form',NULL);
INSERT INTO "changes" VALUES(66,14,3,'ended','{"ended_at": [null, "2026-03-15T21:55:24+00:00"]}','{}',1,NULL,6,'2026-03-15 21:55:24.000000','form',NULL);
INSERT INTO "changes" VALUES(67,15,1,'started','{}','{}',0,NULL,6,'2026-03-15 22:05:22.000000','form',NULL);
INSERT INTO "changes" VALUES(68,15,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"score": 200}, "device": 6, "at": "2026-03-15T22:05:23+00:00"}], "entry/1/2": [null, {"data": {"score": 350}, "device": 6, "at": "2026-03-15T22:05:23+00:00"}]}','{"round": 1, "seats": [1, 2], "points": {"1": [null, 200], "2": [null, 350]}, "closed": true}',1,NULL,6,'2026-03-15 22:05:23.000000','form',NULL);
INSERT INTO "changes" VALUES(69,15,3,'counted','{"round/2": [null, {"data": {}, "is_closed": false}], "entry/2/1": [null, {"data": {"score": 150}, "device": 6, "at": "2026-03-15T22:05:24+00:00"}]}','{"round": 2, "seats": [1], "points": {"1": [null, 150]}}',1,NULL,6,'2026-03-15 22:05:24.000000','form',NULL);
INSERT INTO "changes" VALUES(70,15,4,'anecdote','{"anecdote/1": [null, "Ann\u2019s cat took the trick"]}','{"round": 1, "text": "Ann\u2019s cat took the trick"}',0,NULL,6,'2026-03-15 22:05:25.000000','form',NULL);
INSERT INTO "changes" VALUES(71,15,5,'anecdote','{"anecdote/1": ["Ann\u2019s cat took the trick", "The cat of Ann took two tricks"]}','{"round": 1, "text": "The cat of Ann took two tricks"}',0,NULL,6,'2026-03-15 22:05:26.000000','form',NULL);
INSERT INTO "changes" VALUES(72,15,6,'anecdote','{"anecdote": [null, "Zo\u00eb \ud83c\udf6b brought cake for Ann"]}','{"text": "Zo\u00eb \ud83c\udf6b brought cake for Ann"}',0,NULL,6,'2026-03-15 22:05:27.000000','form',NULL);
INSERT INTO "changes" VALUES(73,16,1,'started','{}','{}',0,NULL,6,'2026-03-15 22:15:22.000000','form',NULL);
INSERT INTO "changes" VALUES(74,16,2,'counted','{"round/1": [null, {"data": {}, "is_closed": false}], "entry/1/1": [null, {"data": {"score": 50}, "device": 6, "at": "2026-03-15T22:15:23+00:00"}]}','{"round": 1, "seats": [1], "points": {"1": [null, 50]}}',1,NULL,6,'2026-03-15 22:15:23.000000','form',NULL);
INSERT INTO "changes" VALUES(75,17,1,'started','{}','{}',0,NULL,6,'2026-03-15 22:28:22.000000','form',NULL);
INSERT INTO "changes" VALUES(76,17,2,'amendment_asked','{}','{"round": 1, "what": "Target", "reason": "last bus"}',0,NULL,6,'2026-03-15 22:28:23.000000','form',NULL);
INSERT INTO "changes" VALUES(77,17,3,'amendment_consent','{}','{"seats": [1], "how": "phone"}',0,NULL,6,'2026-03-15 22:28:23.000000','form',NULL);
INSERT INTO "changes" VALUES(78,18,1,'started','{}','{}',0,NULL,8,'2026-03-14 20:15:01.000000','form',NULL);
INSERT INTO "changes" VALUES(79,18,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"points": 0}, "device": 8, "at": "2026-03-14T20:15:02+00:00"}], "entry/1/2": [null, {"data": {"points": 5}, "device": 8, "at": "2026-03-14T20:15:02+00:00"}], "entry/1/3": [null, {"data": {"points": 9}, "device": 8, "at": "2026-03-14T20:15:02+00:00"}]}','{"round": 1, "seats": [1, 2, 3], "said": {}, "points": {"1": [null, 0], "2": [null, 5], "3": [null, 9]}, "closed": true}',1,NULL,8,'2026-03-14 20:15:02.000000','form',NULL);
INSERT INTO "changes" VALUES(80,18,3,'left','{"seat/1": [{"name": "Ann", "left_after": null, "player_id": 8}, {"name": "Ann", "left_after": 1, "player_id": 8}]}','{"seats": [1], "round": 2}',1,NULL,8,'2026-03-14 20:15:03.000000','form',NULL);
INSERT INTO "changes" VALUES(81,18,4,'counted','{"round/2": [null, {"data": {}, "is_closed": true}], "entry/2/2": [null, {"data": {"points": 5}, "device": 8, "at": "2026-03-14T20:15:04+00:00"}], "entry/2/3": [null, {"data": {"points": 9}, "device": 8, "at": "2026-03-14T20:15:04+00:00"}]}','{"round": 2, "seats": [2, 3], "said": {}, "points": {"2": [null, 5], "3": [null, 9]}, "closed": true}',1,NULL,8,'2026-03-14 20:15:04.000000','form',NULL);
INSERT INTO "changes" VALUES(82,18,5,'ended','{"ended_at": [null, "2026-03-14T20:15:05+00:00"]}','{}',1,NULL,8,'2026-03-14 20:15:05.000000','form',NULL);
INSERT INTO "changes" VALUES(83,19,1,'started','{}','{}',0,NULL,8,'2026-03-14 20:28:01.000000','form',NULL);
INSERT INTO "changes" VALUES(84,19,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"points": 12}, "device": 8, "at": "2026-03-14T20:28:02+00:00"}], "entry/1/2": [null, {"data": {"points": 5}, "device": 8, "at": "2026-03-14T20:28:02+00:00"}], "entry/1/3": [null, {"data": {"points": 2}, "device": 8, "at": "2026-03-14T20:28:02+00:00"}]}','{"round": 1, "seats": [1, 2, 3], "said": {}, "points": {"1": [null, 12], "2": [null, 5], "3": [null, 2]}, "closed": true}',1,NULL,8,'2026-03-14 20:28:02.000000','form',NULL);
INSERT INTO "changes" VALUES(85,19,3,'counted','{"round/2": [null, {"data": {}, "is_closed": true}], "entry/2/2": [null, {"data": {"points": 6}, "device": 8, "at": "2026-03-14T20:28:03+00:00"}], "entry/2/3": [null, {"data": {"points": 2}, "device": 8, "at": "2026-03-14T20:28:03+00:00"}]}','{"round": 2, "seats": [2, 3], "said": {}, "points": {"2": [null, 6], "3": [null, 2]}, "closed": true}',1,NULL,8,'2026-03-14 20:28:03.000000','form',NULL);
INSERT INTO "changes" VALUES(86,19,4,'ended','{"ended_at": [null, "2026-03-14T20:28:04+00:00"]}','{}',1,NULL,8,'2026-03-14 20:28:04.000000','form',NULL);
INSERT INTO "changes" VALUES(87,20,1,'started','{}','{}',0,NULL,8,'2026-03-14 20:38:01.000000','form',NULL);
INSERT INTO "changes" VALUES(88,20,2,'described','{"round/1": [null, {"data": {"winner": "Bob", "rank": "A"}, "is_closed": true}]}','{"round": 1, "seats": [], "said": {"winner": "Bob", "rank": "A"}, "points": {}, "closed": true}',1,NULL,8,'2026-03-14 20:38:02.000000','form',NULL);
INSERT INTO "changes" VALUES(89,20,3,'described','{"round/2": [null, {"data": {"winner": "Bob", "rank": "A"}, "is_closed": true}]}','{"round": 2, "seats": [], "said": {"winner": "Bob", "rank": "A"}, "points": {}, "closed": true}',1,NULL,8,'2026-03-14 20:38:03.000000','form',NULL);
INSERT INTO "changes" VALUES(90,20,4,'described','{"round/3": [null, {"data": {"winner": "Ann", "rank": "A"}, "is_closed": true}]}','{"round": 3, "seats": [], "said": {"winner": "Ann", "rank": "A"}, "points": {}, "closed": true}',1,NULL,8,'2026-03-14 20:38:04.000000','form',NULL);
INSERT INTO "changes" VALUES(91,20,5,'described','{"round/4": [null, {"data": {"winner": "Ann", "rank": "A"}, "is_closed": true}]}','{"round": 4, "seats": [], "said": {"winner": "Ann", "rank": "A"}, "points": {}, "closed": true}',1,NULL,8,'2026-03-14 20:38:05.000000','form',NULL);
INSERT INTO "changes" VALUES(92,20,6,'described','{"round/5": [null, {"data": {"winner": "Bob", "rank": "A"}, "is_closed": true}]}','{"round": 5, "seats": [], "said": {"winner": "Bob", "rank": "A"}, "points": {}, "closed": true}',1,NULL,8,'2026-03-14 20:38:06.000000','form',NULL);
INSERT INTO "changes" VALUES(93,20,7,'described','{"round/6": [null, {"data": {"winner": "Bob", "rank": "A"}, "is_closed": true}]}','{"round": 6, "seats": [], "said": {"winner": "Bob", "rank": "A"}, "points": {}, "closed": true}',1,NULL,8,'2026-03-14 20:38:07.000000','form',NULL);
INSERT INTO "changes" VALUES(94,20,8,'described','{"round/7": [null, {"data": {"winner": "Ann", "rank": "A"}, "is_closed": true}]}','{"round": 7, "seats": [], "said": {"winner": "Ann", "rank": "A"}, "points": {}, "closed": true}',1,NULL,8,'2026-03-14 20:38:08.000000','form',NULL);
INSERT INTO "changes" VALUES(95,20,9,'described','{"round/8": [null, {"data": {"winner": "Ann", "rank": "A"}, "is_closed": true}]}','{"round": 8, "seats": [], "said": {"winner": "Ann", "rank": "A"}, "points": {}, "closed": true}',1,NULL,8,'2026-03-14 20:38:09.000000','form',NULL);
INSERT INTO "changes" VALUES(96,20,10,'ended','{"ended_at": [null, "2026-03-14T20:38:10+00:00"]}','{}',1,NULL,8,'2026-03-14 20:38:10.000000','form',NULL);
INSERT INTO "changes" VALUES(97,21,1,'started','{}','{}',0,NULL,8,'2026-03-14 20:48:01.000000','form',NULL);
INSERT INTO "changes" VALUES(98,21,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"points": 0}, "device": 8, "at": "2026-03-14T20:48:02+00:00"}], "entry/1/2": [null, {"data": {"points": 5}, "device": 8, "at": "2026-03-14T20:48:02+00:00"}], "entry/1/3": [null, {"data": {"points": 9}, "device": 8, "at": "2026-03-14T20:48:02+00:00"}]}','{"round": 1, "seats": [1, 2, 3], "said": {}, "points": {"1": [null, 0], "2": [null, 5], "3": [null, 9]}, "closed": true}',1,NULL,8,'2026-03-14 20:48:02.000000','form',NULL);
INSERT INTO "changes" VALUES(99,21,3,'ended','{"ended_at": [null, "2026-03-14T20:48:03+00:00"]}','{}',1,NULL,8,'2026-03-14 20:48:03.000000','form',NULL);
INSERT INTO "changes" VALUES(100,22,1,'started','{}','{}',0,NULL,8,'2026-03-14 20:58:01.000000','form',NULL);
INSERT INTO "changes" VALUES(101,22,2,'counted','{"round/1": [null, {"data": {}, "is_closed": true}], "entry/1/1": [null, {"data": {"points": 0}, "device": 8, "at": "2026-03-14T20:58:02+00:00"}], "entry/1/2": [null, {"data": {"points": 5}, "device": 8, "at": "2026-03-14T20:58:02+00:00"}], "entry/1/3": [null, {"data": {"points": 9}, "device": 8, "at": "2026-03-14T20:58:02+00:00"}]}','{"round": 1, "seats": [1, 2, 3], "said": {}, "points": {"1": [null, 0], "2": [null, 5], "3": [null, 9]}, "closed": true}',1,NULL,8,'2026-03-14 20:58:02.000000','form',NULL);
INSERT INTO "changes" VALUES(102,22,3,'ended','{"ended_at": [null, "2026-03-14T20:58:03+00:00"]}','{}',1,NULL,8,'2026-03-14 20:58:03.000000','form',NULL);
INSERT INTO "changes" VALUES(103,23,1,'past_result','{}','{}',0,NULL,8,'2026-03-14 20:59:00.000000','import',NULL);
INSERT INTO "changes" VALUES(104,24,1,'past_result','{}','{}',0,NULL,8,'2026-03-14 20:59:00.000000','import',NULL);
INSERT INTO "changes" VALUES(105,25,1,'past_result','{}','{}',0,NULL,8,'2026-03-14 20:59:00.000000','import',NULL);
CREATE TABLE claims (
	membership_id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	CONSTRAINT pk_claims PRIMARY KEY (membership_id, seat_id), 
	CONSTRAINT fk_claims_membership_id_memberships FOREIGN KEY(membership_id) REFERENCES memberships (id) ON DELETE CASCADE, 
	CONSTRAINT fk_claims_seat_id_seats FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE
);
INSERT INTO "claims" VALUES(2,2);
INSERT INTO "claims" VALUES(8,16);
INSERT INTO "claims" VALUES(10,19);
CREATE TABLE comments (
	id INTEGER NOT NULL, 
	proposal_id INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	device_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, deleted_at DATETIME, kept_until DATETIME, 
	CONSTRAINT pk_comments PRIMARY KEY (id), 
	CONSTRAINT fk_comments_proposal_id_proposals FOREIGN KEY(proposal_id) REFERENCES proposals (id) ON DELETE CASCADE, 
	CONSTRAINT fk_comments_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
);
INSERT INTO "comments" VALUES(1,1,'Is it?',6,'2026-03-14 21:40:21.000000',NULL,NULL);
CREATE TABLE devices (
	id INTEGER NOT NULL, 
	uid VARCHAR(32) NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_devices PRIMARY KEY (id), 
	CONSTRAINT uq_devices_uid UNIQUE (uid)
);
INSERT INTO "devices" VALUES(1,'aUM3jGQboSD4l0O7N2FzraNw','2026-03-14 20:00:00.000000');
INSERT INTO "devices" VALUES(2,'UzPh8SOJDxEjj8yKeHMPdH2r','2026-03-14 20:00:01.000000');
INSERT INTO "devices" VALUES(3,'-tX1GqGAHqdjfkrhrs5JPs9X','2026-03-14 20:00:00.000000');
INSERT INTO "devices" VALUES(4,'Q7D8Q2naP-NY3TiPaxm7lJt5','2026-03-14 20:00:00.000000');
INSERT INTO "devices" VALUES(5,'JxmrP0_8sRgeLjlS21FOmNMB','2026-03-14 20:00:00.000000');
INSERT INTO "devices" VALUES(6,'CMR3hLlMiciDDu4kL9gntsYp','2026-03-14 20:00:00.000000');
INSERT INTO "devices" VALUES(7,'AGqb-Wlm_gwjwdfa2L0GywOg','2026-03-14 20:30:01.000000');
INSERT INTO "devices" VALUES(8,'U7ANXFTwWrUnybrhrUjM0L_e','2026-03-14 20:00:00.000000');
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
INSERT INTO "entries" VALUES(1,1,1,'{"score": 450}',1,'2026-03-14 20:00:04.000000',10);
INSERT INTO "entries" VALUES(2,1,2,'{"score": 200}',1,'2026-03-14 20:00:04.000000',4);
INSERT INTO "entries" VALUES(3,1,3,'{"score": 100}',1,'2026-03-14 20:00:04.000000',4);
INSERT INTO "entries" VALUES(4,2,2,'{"score": 300}',2,'2026-03-14 20:00:05.000000',5);
INSERT INTO "entries" VALUES(5,2,1,'{"pile": {"7": 2}, "hand": {"5": 1}}',1,'2026-03-14 20:00:06.000000',6);
INSERT INTO "entries" VALUES(6,2,3,'{"score": 50}',1,'2026-03-14 20:00:06.000000',6);
INSERT INTO "entries" VALUES(7,3,1,'{"score": 250}',1,'2026-03-14 20:00:12.000000',12);
INSERT INTO "entries" VALUES(8,4,4,'{"score": 450}',3,'2026-03-14 20:00:02.000000',2);
INSERT INTO "entries" VALUES(9,4,5,'{"score": 600}',3,'2026-03-14 20:00:02.000000',2);
INSERT INTO "entries" VALUES(10,6,10,'{"points": 20}',5,'2026-03-14 20:00:02.000000',2);
INSERT INTO "entries" VALUES(11,6,11,'{"points": -20}',5,'2026-03-14 20:00:02.000000',2);
INSERT INTO "entries" VALUES(12,7,12,'{"score": 500}',6,'2026-03-14 20:20:02.000000',2);
INSERT INTO "entries" VALUES(13,7,13,'{"score": 300}',6,'2026-03-14 20:20:02.000000',2);
INSERT INTO "entries" VALUES(14,7,14,'{"score": -250}',6,'2026-03-14 20:20:02.000000',2);
INSERT INTO "entries" VALUES(15,8,15,'{"score": 450}',6,'2026-03-14 20:30:04.000000',10);
INSERT INTO "entries" VALUES(16,8,16,'{"score": 200}',6,'2026-03-14 20:30:04.000000',4);
INSERT INTO "entries" VALUES(17,8,17,'{"score": 100}',6,'2026-03-14 20:30:04.000000',4);
INSERT INTO "entries" VALUES(18,9,16,'{"score": 300}',7,'2026-03-14 20:30:05.000000',5);
INSERT INTO "entries" VALUES(19,9,15,'{"pile": {"7": 2}, "hand": {"5": 1}}',6,'2026-03-14 20:30:06.000000',6);
INSERT INTO "entries" VALUES(20,9,17,'{"score": 50}',6,'2026-03-14 20:30:06.000000',6);
INSERT INTO "entries" VALUES(21,10,15,'{"score": 0}',6,'2026-03-14 20:30:13.000000',13);
INSERT INTO "entries" VALUES(22,10,16,'{"score": 250}',6,'2026-03-14 20:30:13.000000',13);
INSERT INTO "entries" VALUES(23,11,18,'{"score": 150}',6,'2026-03-14 20:32:15.000000',2);
INSERT INTO "entries" VALUES(24,13,24,'{"score": 900}',6,'2026-03-14 20:52:17.000000',2);
INSERT INTO "entries" VALUES(25,13,25,'{"score": 100}',6,'2026-03-14 20:52:17.000000',2);
INSERT INTO "entries" VALUES(26,14,26,'{"points": 20}',6,'2026-03-14 21:02:17.000000',2);
INSERT INTO "entries" VALUES(27,14,27,'{"points": -5}',6,'2026-03-14 21:02:17.000000',2);
INSERT INTO "entries" VALUES(28,14,28,'{"points": -15}',6,'2026-03-14 21:02:17.000000',2);
INSERT INTO "entries" VALUES(29,15,29,'{"score": 700}',6,'2026-03-14 21:12:17.000000',2);
INSERT INTO "entries" VALUES(30,15,30,'{"score": 250}',6,'2026-03-14 21:12:17.000000',2);
INSERT INTO "entries" VALUES(31,16,31,'{"score": 100}',6,'2026-03-14 21:24:17.000000',2);
INSERT INTO "entries" VALUES(32,16,32,'{"score": 200}',6,'2026-03-14 21:24:17.000000',2);
INSERT INTO "entries" VALUES(33,17,33,'{"score": 450}',6,'2026-03-14 21:37:17.000000',2);
INSERT INTO "entries" VALUES(34,17,34,'{"score": 200}',6,'2026-03-14 21:37:17.000000',2);
INSERT INTO "entries" VALUES(35,17,35,'{"score": 100}',6,'2026-03-14 21:37:17.000000',2);
INSERT INTO "entries" VALUES(36,18,33,'{"score": 100}',6,'2026-03-14 21:37:20.000000',6);
INSERT INTO "entries" VALUES(37,18,34,'{"score": 1600}',6,'2026-03-14 21:37:20.000000',6);
INSERT INTO "entries" VALUES(38,18,35,'{"score": 50}',6,'2026-03-14 21:37:20.000000',6);
INSERT INTO "entries" VALUES(39,19,36,'{"score": 100}',6,'2026-03-15 21:55:23.000000',2);
INSERT INTO "entries" VALUES(40,19,37,'{"score": 100}',6,'2026-03-15 21:55:23.000000',2);
INSERT INTO "entries" VALUES(41,20,38,'{"score": 200}',6,'2026-03-15 22:05:23.000000',2);
INSERT INTO "entries" VALUES(42,20,39,'{"score": 350}',6,'2026-03-15 22:05:23.000000',2);
INSERT INTO "entries" VALUES(43,21,38,'{"score": 150}',6,'2026-03-15 22:05:24.000000',3);
INSERT INTO "entries" VALUES(44,22,40,'{"score": 50}',6,'2026-03-15 22:15:23.000000',2);
INSERT INTO "entries" VALUES(45,23,44,'{"points": 0}',8,'2026-03-14 20:15:02.000000',2);
INSERT INTO "entries" VALUES(46,23,45,'{"points": 5}',8,'2026-03-14 20:15:02.000000',2);
INSERT INTO "entries" VALUES(47,23,46,'{"points": 9}',8,'2026-03-14 20:15:02.000000',2);
INSERT INTO "entries" VALUES(48,24,45,'{"points": 5}',8,'2026-03-14 20:15:04.000000',4);
INSERT INTO "entries" VALUES(49,24,46,'{"points": 9}',8,'2026-03-14 20:15:04.000000',4);
INSERT INTO "entries" VALUES(50,25,47,'{"points": 12}',8,'2026-03-14 20:28:02.000000',2);
INSERT INTO "entries" VALUES(51,25,48,'{"points": 5}',8,'2026-03-14 20:28:02.000000',2);
INSERT INTO "entries" VALUES(52,25,49,'{"points": 2}',8,'2026-03-14 20:28:02.000000',2);
INSERT INTO "entries" VALUES(53,26,48,'{"points": 6}',8,'2026-03-14 20:28:03.000000',3);
INSERT INTO "entries" VALUES(54,26,49,'{"points": 2}',8,'2026-03-14 20:28:03.000000',3);
INSERT INTO "entries" VALUES(55,35,53,'{"points": 0}',8,'2026-03-14 20:48:02.000000',2);
INSERT INTO "entries" VALUES(56,35,54,'{"points": 5}',8,'2026-03-14 20:48:02.000000',2);
INSERT INTO "entries" VALUES(57,35,55,'{"points": 9}',8,'2026-03-14 20:48:02.000000',2);
INSERT INTO "entries" VALUES(58,36,56,'{"points": 0}',8,'2026-03-14 20:58:02.000000',2);
INSERT INTO "entries" VALUES(59,36,57,'{"points": 5}',8,'2026-03-14 20:58:02.000000',2);
INSERT INTO "entries" VALUES(60,36,58,'{"points": 9}',8,'2026-03-14 20:58:02.000000',2);
INSERT INTO "entries" VALUES(61,37,59,'{"points": 35}',8,'2026-03-14 20:59:00.000000',1);
INSERT INTO "entries" VALUES(62,37,60,'{"points": 80}',8,'2026-03-14 20:59:00.000000',1);
INSERT INTO "entries" VALUES(63,38,61,'{"points": -250}',8,'2026-03-14 20:59:00.000000',1);
INSERT INTO "entries" VALUES(64,38,62,'{"points": 250}',8,'2026-03-14 20:59:00.000000',1);
INSERT INTO "entries" VALUES(65,39,63,'{"points": 21}',8,'2026-03-14 20:59:00.000000',1);
INSERT INTO "entries" VALUES(66,39,64,'{"points": 7}',8,'2026-03-14 20:59:00.000000',1);
CREATE TABLE feats (
	game_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	"key" VARCHAR(40) NOT NULL, 
	group_id INTEGER NOT NULL, 
	kind VARCHAR(60) NOT NULL, 
	order_key VARCHAR(48) NOT NULL, 
	worth BIGINT NOT NULL, 
	round INTEGER NOT NULL, 
	CONSTRAINT pk_feats PRIMARY KEY (game_id, player_id, "key"), 
	CONSTRAINT fk_feats_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT fk_feats_player_id_players FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE CASCADE, 
	CONSTRAINT fk_feats_group_id_groups FOREIGN KEY(group_id) REFERENCES groups (id) ON DELETE CASCADE
);
INSERT INTO "feats" VALUES(5,1,'best_round',1,'brownie_points','2026-03-14T20:20:01.000000/_ien9Zsrqxo6',500,1);
INSERT INTO "feats" VALUES(5,1,'best_total',1,'brownie_points','2026-03-14T20:20:01.000000/_ien9Zsrqxo6',500,0);
INSERT INTO "feats" VALUES(5,1,'worst_round',1,'brownie_points','2026-03-14T20:20:01.000000/_ien9Zsrqxo6',-500,1);
INSERT INTO "feats" VALUES(5,2,'best_round',1,'brownie_points','2026-03-14T20:20:01.000000/_ien9Zsrqxo6',300,1);
INSERT INTO "feats" VALUES(5,2,'best_total',1,'brownie_points','2026-03-14T20:20:01.000000/_ien9Zsrqxo6',300,0);
INSERT INTO "feats" VALUES(5,2,'worst_round',1,'brownie_points','2026-03-14T20:20:01.000000/_ien9Zsrqxo6',-300,1);
INSERT INTO "feats" VALUES(5,3,'best_round',1,'brownie_points','2026-03-14T20:20:01.000000/_ien9Zsrqxo6',-250,1);
INSERT INTO "feats" VALUES(5,3,'best_total',1,'brownie_points','2026-03-14T20:20:01.000000/_ien9Zsrqxo6',-250,0);
INSERT INTO "feats" VALUES(5,3,'worst_round',1,'brownie_points','2026-03-14T20:20:01.000000/_ien9Zsrqxo6',250,1);
INSERT INTO "feats" VALUES(6,1,'best_round',1,'brownie_points','2026-03-14T20:30:01.000000/gvYaWAjySdup',450,1);
INSERT INTO "feats" VALUES(6,1,'best_total',1,'brownie_points','2026-03-14T20:30:01.000000/gvYaWAjySdup',600,0);
INSERT INTO "feats" VALUES(6,1,'worst_round',1,'brownie_points','2026-03-14T20:30:01.000000/gvYaWAjySdup',0,3);
INSERT INTO "feats" VALUES(6,2,'best_round',1,'brownie_points','2026-03-14T20:30:01.000000/gvYaWAjySdup',300,2);
INSERT INTO "feats" VALUES(6,2,'best_total',1,'brownie_points','2026-03-14T20:30:01.000000/gvYaWAjySdup',750,0);
INSERT INTO "feats" VALUES(6,2,'comeback',1,'brownie_points','2026-03-14T20:30:01.000000/gvYaWAjySdup',250,1);
INSERT INTO "feats" VALUES(6,2,'worst_round',1,'brownie_points','2026-03-14T20:30:01.000000/gvYaWAjySdup',-200,1);
INSERT INTO "feats" VALUES(6,3,'best_round',1,'brownie_points','2026-03-14T20:30:01.000000/gvYaWAjySdup',100,1);
INSERT INTO "feats" VALUES(6,3,'best_total',1,'brownie_points','2026-03-14T20:30:01.000000/gvYaWAjySdup',150,0);
INSERT INTO "feats" VALUES(6,3,'worst_round',1,'brownie_points','2026-03-14T20:30:01.000000/gvYaWAjySdup',-50,2);
INSERT INTO "feats" VALUES(8,1,'best_round',1,'pitch','2026-03-14T20:42:16.000000/Ulcr5uMnYV61',3,1);
INSERT INTO "feats" VALUES(8,1,'best_total',1,'pitch','2026-03-14T20:42:16.000000/Ulcr5uMnYV61',3,0);
INSERT INTO "feats" VALUES(8,1,'worst_round',1,'pitch','2026-03-14T20:42:16.000000/Ulcr5uMnYV61',-3,1);
INSERT INTO "feats" VALUES(8,2,'best_round',1,'pitch','2026-03-14T20:42:16.000000/Ulcr5uMnYV61',0,1);
INSERT INTO "feats" VALUES(8,2,'best_total',1,'pitch','2026-03-14T20:42:16.000000/Ulcr5uMnYV61',0,0);
INSERT INTO "feats" VALUES(8,2,'worst_round',1,'pitch','2026-03-14T20:42:16.000000/Ulcr5uMnYV61',0,1);
INSERT INTO "feats" VALUES(8,3,'best_round',1,'pitch','2026-03-14T20:42:16.000000/Ulcr5uMnYV61',3,1);
INSERT INTO "feats" VALUES(8,3,'best_total',1,'pitch','2026-03-14T20:42:16.000000/Ulcr5uMnYV61',3,0);
INSERT INTO "feats" VALUES(8,3,'worst_round',1,'pitch','2026-03-14T20:42:16.000000/Ulcr5uMnYV61',-3,1);
INSERT INTO "feats" VALUES(8,4,'best_round',1,'pitch','2026-03-14T20:42:16.000000/Ulcr5uMnYV61',0,1);
INSERT INTO "feats" VALUES(8,4,'best_total',1,'pitch','2026-03-14T20:42:16.000000/Ulcr5uMnYV61',0,0);
INSERT INTO "feats" VALUES(8,4,'worst_round',1,'pitch','2026-03-14T20:42:16.000000/Ulcr5uMnYV61',0,1);
INSERT INTO "feats" VALUES(10,1,'best_round',1,'own_scorecard/Four-card game','2026-03-14T21:02:16.000000/6dU7mOCxrsEH',20,1);
INSERT INTO "feats" VALUES(10,1,'best_total',1,'own_scorecard/Four-card game','2026-03-14T21:02:16.000000/6dU7mOCxrsEH',20,0);
INSERT INTO "feats" VALUES(10,1,'worst_round',1,'own_scorecard/Four-card game','2026-03-14T21:02:16.000000/6dU7mOCxrsEH',-20,1);
INSERT INTO "feats" VALUES(10,2,'best_round',1,'own_scorecard/Four-card game','2026-03-14T21:02:16.000000/6dU7mOCxrsEH',-5,1);
INSERT INTO "feats" VALUES(10,2,'best_total',1,'own_scorecard/Four-card game','2026-03-14T21:02:16.000000/6dU7mOCxrsEH',-5,0);
INSERT INTO "feats" VALUES(10,2,'worst_round',1,'own_scorecard/Four-card game','2026-03-14T21:02:16.000000/6dU7mOCxrsEH',5,1);
INSERT INTO "feats" VALUES(10,3,'best_round',1,'own_scorecard/Four-card game','2026-03-14T21:02:16.000000/6dU7mOCxrsEH',-15,1);
INSERT INTO "feats" VALUES(10,3,'best_total',1,'own_scorecard/Four-card game','2026-03-14T21:02:16.000000/6dU7mOCxrsEH',-15,0);
INSERT INTO "feats" VALUES(10,3,'worst_round',1,'own_scorecard/Four-card game','2026-03-14T21:02:16.000000/6dU7mOCxrsEH',15,1);
INSERT INTO "feats" VALUES(11,2,'best_round',1,'brownie_points','2026-03-14T21:12:16.000000/0XUcZWjoitNu',700,1);
INSERT INTO "feats" VALUES(11,2,'best_total',1,'brownie_points','2026-03-14T21:12:16.000000/0XUcZWjoitNu',700,0);
INSERT INTO "feats" VALUES(11,2,'worst_round',1,'brownie_points','2026-03-14T21:12:16.000000/0XUcZWjoitNu',-700,1);
INSERT INTO "feats" VALUES(11,5,'best_round',1,'brownie_points','2026-03-14T21:12:16.000000/0XUcZWjoitNu',250,1);
INSERT INTO "feats" VALUES(11,5,'best_total',1,'brownie_points','2026-03-14T21:12:16.000000/0XUcZWjoitNu',250,0);
INSERT INTO "feats" VALUES(11,5,'worst_round',1,'brownie_points','2026-03-14T21:12:16.000000/0XUcZWjoitNu',-250,1);
INSERT INTO "feats" VALUES(13,1,'best_round',1,'brownie_points','2026-03-14T21:37:16.000000/2O4xS97OG5Oo',450,1);
INSERT INTO "feats" VALUES(13,1,'best_total',1,'brownie_points','2026-03-14T21:37:16.000000/2O4xS97OG5Oo',550,0);
INSERT INTO "feats" VALUES(13,1,'worst_round',1,'brownie_points','2026-03-14T21:37:16.000000/2O4xS97OG5Oo',-100,2);
INSERT INTO "feats" VALUES(13,2,'best_round',1,'brownie_points','2026-03-14T21:37:16.000000/2O4xS97OG5Oo',1600,2);
INSERT INTO "feats" VALUES(13,2,'best_total',1,'brownie_points','2026-03-14T21:37:16.000000/2O4xS97OG5Oo',1800,0);
INSERT INTO "feats" VALUES(13,2,'comeback',1,'brownie_points','2026-03-14T21:37:16.000000/2O4xS97OG5Oo',250,1);
INSERT INTO "feats" VALUES(13,2,'worst_round',1,'brownie_points','2026-03-14T21:37:16.000000/2O4xS97OG5Oo',-200,1);
INSERT INTO "feats" VALUES(13,3,'best_round',1,'brownie_points','2026-03-14T21:37:16.000000/2O4xS97OG5Oo',100,1);
INSERT INTO "feats" VALUES(13,3,'best_total',1,'brownie_points','2026-03-14T21:37:16.000000/2O4xS97OG5Oo',150,0);
INSERT INTO "feats" VALUES(13,3,'worst_round',1,'brownie_points','2026-03-14T21:37:16.000000/2O4xS97OG5Oo',-50,2);
INSERT INTO "feats" VALUES(14,1,'best_round',1,'brownie_points','2026-03-15T21:55:22.000000/4FD0_6p3UCSm',100,1);
INSERT INTO "feats" VALUES(14,1,'best_total',1,'brownie_points','2026-03-15T21:55:22.000000/4FD0_6p3UCSm',100,0);
INSERT INTO "feats" VALUES(14,1,'worst_round',1,'brownie_points','2026-03-15T21:55:22.000000/4FD0_6p3UCSm',-100,1);
INSERT INTO "feats" VALUES(14,2,'best_round',1,'brownie_points','2026-03-15T21:55:22.000000/4FD0_6p3UCSm',100,1);
INSERT INTO "feats" VALUES(14,2,'best_total',1,'brownie_points','2026-03-15T21:55:22.000000/4FD0_6p3UCSm',100,0);
INSERT INTO "feats" VALUES(14,2,'worst_round',1,'brownie_points','2026-03-15T21:55:22.000000/4FD0_6p3UCSm',-100,1);
INSERT INTO "feats" VALUES(18,8,'best_round',2,'own_scorecard/Golf','2026-03-14T20:15:01.000000/KVQ0pN3GKKv8',0,1);
INSERT INTO "feats" VALUES(18,8,'best_total',2,'own_scorecard/Golf','2026-03-14T20:15:01.000000/KVQ0pN3GKKv8',0,0);
INSERT INTO "feats" VALUES(18,8,'worst_round',2,'own_scorecard/Golf','2026-03-14T20:15:01.000000/KVQ0pN3GKKv8',0,1);
INSERT INTO "feats" VALUES(18,9,'best_round',2,'own_scorecard/Golf','2026-03-14T20:15:01.000000/KVQ0pN3GKKv8',-5,1);
INSERT INTO "feats" VALUES(18,9,'best_total',2,'own_scorecard/Golf','2026-03-14T20:15:01.000000/KVQ0pN3GKKv8',-10,0);
INSERT INTO "feats" VALUES(18,9,'worst_round',2,'own_scorecard/Golf','2026-03-14T20:15:01.000000/KVQ0pN3GKKv8',5,1);
INSERT INTO "feats" VALUES(18,10,'best_round',2,'own_scorecard/Golf','2026-03-14T20:15:01.000000/KVQ0pN3GKKv8',-9,1);
INSERT INTO "feats" VALUES(18,10,'best_total',2,'own_scorecard/Golf','2026-03-14T20:15:01.000000/KVQ0pN3GKKv8',-18,0);
INSERT INTO "feats" VALUES(18,10,'worst_round',2,'own_scorecard/Golf','2026-03-14T20:15:01.000000/KVQ0pN3GKKv8',9,1);
INSERT INTO "feats" VALUES(19,8,'best_round',2,'own_scorecard/Ten','2026-03-14T20:28:01.000000/RaAqslv7BF2A',-12,1);
INSERT INTO "feats" VALUES(19,8,'worst_round',2,'own_scorecard/Ten','2026-03-14T20:28:01.000000/RaAqslv7BF2A',12,1);
INSERT INTO "feats" VALUES(19,9,'best_round',2,'own_scorecard/Ten','2026-03-14T20:28:01.000000/RaAqslv7BF2A',-5,1);
INSERT INTO "feats" VALUES(19,9,'worst_round',2,'own_scorecard/Ten','2026-03-14T20:28:01.000000/RaAqslv7BF2A',6,2);
INSERT INTO "feats" VALUES(19,10,'best_round',2,'own_scorecard/Ten','2026-03-14T20:28:01.000000/RaAqslv7BF2A',-2,1);
INSERT INTO "feats" VALUES(19,10,'best_total',2,'own_scorecard/Ten','2026-03-14T20:28:01.000000/RaAqslv7BF2A',-4,0);
INSERT INTO "feats" VALUES(19,10,'worst_round',2,'own_scorecard/Ten','2026-03-14T20:28:01.000000/RaAqslv7BF2A',2,1);
INSERT INTO "feats" VALUES(20,8,'best_round',2,'cucumber','2026-03-14T20:38:01.000000/-dt_YlbxlSnJ',14,4);
INSERT INTO "feats" VALUES(20,8,'worst_round',2,'cucumber','2026-03-14T20:38:01.000000/-dt_YlbxlSnJ',14,3);
INSERT INTO "feats" VALUES(20,9,'best_round',2,'cucumber','2026-03-14T20:38:01.000000/-dt_YlbxlSnJ',14,2);
INSERT INTO "feats" VALUES(20,9,'worst_round',2,'cucumber','2026-03-14T20:38:01.000000/-dt_YlbxlSnJ',14,1);
INSERT INTO "feats" VALUES(20,10,'best_round',2,'cucumber','2026-03-14T20:38:01.000000/-dt_YlbxlSnJ',0,1);
INSERT INTO "feats" VALUES(20,10,'best_total',2,'cucumber','2026-03-14T20:38:01.000000/-dt_YlbxlSnJ',0,0);
INSERT INTO "feats" VALUES(20,10,'worst_round',2,'cucumber','2026-03-14T20:38:01.000000/-dt_YlbxlSnJ',0,1);
INSERT INTO "feats" VALUES(21,8,'best_round',2,'pay_me','2026-03-14T20:48:01.000000/ueDwqeu6QS6r',0,1);
INSERT INTO "feats" VALUES(21,8,'best_total',2,'pay_me','2026-03-14T20:48:01.000000/ueDwqeu6QS6r',0,0);
INSERT INTO "feats" VALUES(21,8,'worst_round',2,'pay_me','2026-03-14T20:48:01.000000/ueDwqeu6QS6r',0,1);
INSERT INTO "feats" VALUES(21,9,'best_round',2,'pay_me','2026-03-14T20:48:01.000000/ueDwqeu6QS6r',5,1);
INSERT INTO "feats" VALUES(21,9,'best_total',2,'pay_me','2026-03-14T20:48:01.000000/ueDwqeu6QS6r',5,0);
INSERT INTO "feats" VALUES(21,9,'worst_round',2,'pay_me','2026-03-14T20:48:01.000000/ueDwqeu6QS6r',-5,1);
INSERT INTO "feats" VALUES(21,10,'best_round',2,'pay_me','2026-03-14T20:48:01.000000/ueDwqeu6QS6r',9,1);
INSERT INTO "feats" VALUES(21,10,'best_total',2,'pay_me','2026-03-14T20:48:01.000000/ueDwqeu6QS6r',9,0);
INSERT INTO "feats" VALUES(21,10,'worst_round',2,'pay_me','2026-03-14T20:48:01.000000/ueDwqeu6QS6r',-9,1);
INSERT INTO "feats" VALUES(22,8,'best_round',2,'own_scorecard/Golf','2026-03-14T20:58:01.000000/agbAH1wQWdPa',0,1);
INSERT INTO "feats" VALUES(22,8,'best_total',2,'own_scorecard/Golf','2026-03-14T20:58:01.000000/agbAH1wQWdPa',0,0);
INSERT INTO "feats" VALUES(22,8,'worst_round',2,'own_scorecard/Golf','2026-03-14T20:58:01.000000/agbAH1wQWdPa',0,1);
INSERT INTO "feats" VALUES(22,9,'best_round',2,'own_scorecard/Golf','2026-03-14T20:58:01.000000/agbAH1wQWdPa',5,1);
INSERT INTO "feats" VALUES(22,9,'best_total',2,'own_scorecard/Golf','2026-03-14T20:58:01.000000/agbAH1wQWdPa',5,0);
INSERT INTO "feats" VALUES(22,9,'worst_round',2,'own_scorecard/Golf','2026-03-14T20:58:01.000000/agbAH1wQWdPa',-5,1);
INSERT INTO "feats" VALUES(22,10,'best_round',2,'own_scorecard/Golf','2026-03-14T20:58:01.000000/agbAH1wQWdPa',9,1);
INSERT INTO "feats" VALUES(22,10,'best_total',2,'own_scorecard/Golf','2026-03-14T20:58:01.000000/agbAH1wQWdPa',9,0);
INSERT INTO "feats" VALUES(22,10,'worst_round',2,'own_scorecard/Golf','2026-03-14T20:58:01.000000/agbAH1wQWdPa',-9,1);
INSERT INTO "feats" VALUES(23,8,'best_round',2,'pay_me','2025-05-03T12:00:00.000000/OHZD265yB4xf',-35,1);
INSERT INTO "feats" VALUES(23,8,'best_total',2,'pay_me','2025-05-03T12:00:00.000000/OHZD265yB4xf',-35,0);
INSERT INTO "feats" VALUES(23,8,'worst_round',2,'pay_me','2025-05-03T12:00:00.000000/OHZD265yB4xf',35,1);
INSERT INTO "feats" VALUES(23,9,'best_round',2,'pay_me','2025-05-03T12:00:00.000000/OHZD265yB4xf',-80,1);
INSERT INTO "feats" VALUES(23,9,'best_total',2,'pay_me','2025-05-03T12:00:00.000000/OHZD265yB4xf',-80,0);
INSERT INTO "feats" VALUES(23,9,'worst_round',2,'pay_me','2025-05-03T12:00:00.000000/OHZD265yB4xf',80,1);
INSERT INTO "feats" VALUES(24,8,'best_round',2,'brag','2025-05-03T12:00:01.000000/V0vVvKNDN15x',-250,1);
INSERT INTO "feats" VALUES(24,8,'best_total',2,'brag','2025-05-03T12:00:01.000000/V0vVvKNDN15x',-250,0);
INSERT INTO "feats" VALUES(24,8,'worst_round',2,'brag','2025-05-03T12:00:01.000000/V0vVvKNDN15x',250,1);
INSERT INTO "feats" VALUES(24,9,'best_round',2,'brag','2025-05-03T12:00:01.000000/V0vVvKNDN15x',250,1);
INSERT INTO "feats" VALUES(24,9,'best_total',2,'brag','2025-05-03T12:00:01.000000/V0vVvKNDN15x',250,0);
INSERT INTO "feats" VALUES(24,9,'worst_round',2,'brag','2025-05-03T12:00:01.000000/V0vVvKNDN15x',-250,1);
INSERT INTO "feats" VALUES(25,8,'best_round',2,'pitch','2025-05-03T12:00:02.000000/T82Q-DQ99feS',21,1);
INSERT INTO "feats" VALUES(25,8,'best_total',2,'pitch','2025-05-03T12:00:02.000000/T82Q-DQ99feS',21,0);
INSERT INTO "feats" VALUES(25,8,'worst_round',2,'pitch','2025-05-03T12:00:02.000000/T82Q-DQ99feS',-21,1);
INSERT INTO "feats" VALUES(25,9,'best_round',2,'pitch','2025-05-03T12:00:02.000000/T82Q-DQ99feS',7,1);
INSERT INTO "feats" VALUES(25,9,'best_total',2,'pitch','2025-05-03T12:00:02.000000/T82Q-DQ99feS',7,0);
INSERT INTO "feats" VALUES(25,9,'worst_round',2,'pitch','2025-05-03T12:00:02.000000/T82Q-DQ99feS',-7,1);
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
	rematch_of_id INTEGER, group_id INTEGER CONSTRAINT fk_games_group_id_groups REFERENCES groups (id), kind VARCHAR(60) DEFAULT '' NOT NULL, deleted_at DATETIME, version_id INTEGER CONSTRAINT fk_games_version_id_house_rules_versions REFERENCES house_rules_versions (id), amendments JSON DEFAULT '[]' NOT NULL, not_agreed JSON DEFAULT '[]' NOT NULL, kept_until DATETIME, anecdote TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT uq_games_uid UNIQUE (uid), 
	CONSTRAINT uq_games_code UNIQUE (code), 
	CONSTRAINT uq_games_rematch_of_id UNIQUE (rematch_of_id), 
	CONSTRAINT fk_games_rematch_of_id_games FOREIGN KEY(rematch_of_id) REFERENCES games (id)
);
INSERT INTO "games" VALUES(1,'j2cbqE7tqZRP','brownie_points','{"target": 15000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',0,1,12,'FKYFX7','2026-03-14 20:00:01.000000','2026-03-14 20:00:12.000000',NULL,'in_progress','',NULL,NULL,'brownie_points',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(2,'fJTv9ubxFAPH','brownie_points','{"target": 15000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',0,1,3,NULL,'2026-03-14 20:00:01.000000','2026-03-14 20:00:03.000000','2026-03-14 20:00:03.000000','ended_early','Ended early: Bob wins with 600 points.',NULL,NULL,'brownie_points',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(3,'nfIKdzA6Ssqb','pitch','{"target": 21, "smudge_value": 5, "win_requires_bid": true, "teams": null}',0,1,2,'7M7K2K','2026-03-14 20:00:01.000000','2026-03-14 20:00:02.000000',NULL,'in_progress','',NULL,NULL,'pitch',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(4,'J6FG0zQUst0W','own_scorecard','{"scorecard": {"name": "Four-card game", "fields": [{"kind": "points", "key": "points", "label": "Chips", "hint": "", "worth": 1, "is_signed": true, "most": 1000000}], "wins": "highest", "ends": {"when": "stopped", "at": 0, "field": ""}, "tie": "shared", "sides": null, "fewest": 2, "most": 12, "has_dealer": false, "is_zero_sum": true, "is_money": true, "round_total": null, "round_word": "Round", "source": "", "notes": ""}}',0,1,2,'9XTK44','2026-03-14 20:00:01.000000','2026-03-14 20:00:02.000000',NULL,'in_progress','',NULL,NULL,'own_scorecard/Four-card game',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(5,'_ien9Zsrqxo6','brownie_points','{"target": 15000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',0,1,3,NULL,'2026-03-14 20:20:01.000000','2026-03-14 20:20:03.000000','2026-03-14 20:20:03.000000','ended_early','Ended early: Ann wins with 500 points.',NULL,1,'brownie_points',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(6,'gvYaWAjySdup','brownie_points','{"target": 10000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',0,1,15,NULL,'2026-03-14 20:30:01.000000','2026-03-14 20:30:15.000000','2026-03-14 20:30:14.000000','ended_early','Ended early: Bob wins with 750 points.',NULL,1,'brownie_points',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(7,'UUv7_AlY5HlN','brownie_points','{"target": 10000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',0,2,2,'X2YXXX','2026-03-14 20:30:15.000000','2026-03-14 20:32:15.000000',NULL,'in_progress','',6,1,'brownie_points',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(8,'Ulcr5uMnYV61','pitch','{"target": 21, "smudge_value": 5, "win_requires_bid": true, "teams": null}',0,1,3,NULL,'2026-03-14 20:42:16.000000','2026-03-14 20:42:18.000000','2026-03-14 20:42:18.000000','ended_early','Ended early: Ann & Cy win with 3 points.',NULL,1,'pitch',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(9,'azFk9H8KM3hM','brownie_points','{"target": 15000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',0,1,4,NULL,'2026-03-14 20:52:16.000000','2026-03-14 20:52:19.000000','2026-03-14 20:52:18.000000','ended_early','Ended early: Ann wins with 900 points.',NULL,1,'brownie_points','2026-03-14 20:52:19.000000',NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(10,'6dU7mOCxrsEH','own_scorecard','{"scorecard": {"name": "Four-card game", "fields": [{"kind": "points", "key": "points", "label": "Chips", "hint": "", "worth": 1, "is_signed": true, "most": 1000000}], "wins": "highest", "ends": {"when": "stopped", "at": 0, "field": ""}, "tie": "shared", "sides": null, "fewest": 2, "most": 12, "has_dealer": false, "is_zero_sum": true, "is_money": true, "round_total": null, "round_word": "Round", "source": "", "notes": ""}}',0,1,3,NULL,'2026-03-14 21:02:16.000000','2026-03-14 21:02:18.000000','2026-03-14 21:02:18.000000','ended_early','Ended after 1 round: the balances stand.',NULL,1,'own_scorecard/Four-card game',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(11,'0XUcZWjoitNu','brownie_points','{"target": 15000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',0,1,3,NULL,'2026-03-14 21:12:16.000000','2026-03-14 21:12:18.000000','2026-03-14 21:12:18.000000','ended_early','Ended early: Bob wins with 700 points.',NULL,1,'brownie_points',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(12,'w-JvPrN80Y0O','brownie_points','{"target": 15000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',0,1,4,'9WFH9M','2026-03-14 21:24:16.000000','2026-03-14 21:24:19.000000',NULL,'in_progress','',NULL,1,'brownie_points',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(13,'2O4xS97OG5Oo','brownie_points','{"target": 9000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',0,1,7,NULL,'2026-03-14 21:37:16.000000','2026-03-14 21:37:21.000000','2026-03-14 21:37:21.000000','ended_early','Ended early: Bob wins with 1,800 points.',NULL,1,'brownie_points',NULL,1,'[{"from_round": 2, "options": {"target": 2000}, "reason": "it is late", "at": "2026-03-14T21:37:19+00:00"}]','[{"name": "Cy", "agreed": null}]',NULL,'');
INSERT INTO "games" VALUES(14,'4FD0_6p3UCSm','brownie_points','{"target": 15000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',0,1,3,NULL,'2026-03-15 21:55:22.000000','2026-03-15 21:55:24.000000','2026-03-15 21:55:24.000000','ended_early','Ended early: Ann and Bob share the win with 100 points each.',NULL,1,'brownie_points',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(15,'RQLnj9tDAn1B','brownie_points','{"target": 15000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',0,2,6,'947WXY','2026-03-15 22:05:22.000000','2026-03-15 22:05:27.000000',NULL,'in_progress','',NULL,1,'brownie_points',NULL,NULL,'[]','[]',NULL,'Zoë 🍫 brought cake for Ann');
INSERT INTO "games" VALUES(16,'X6Yh-xf7Zd33','brownie_points','{"target": 15000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',1,1,2,'F9HR24','2026-03-15 22:15:22.000000','2026-03-15 22:15:23.000000',NULL,'in_progress','',NULL,1,'brownie_points',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(17,'57ocKHBgWcfJ','brownie_points','{"target": 8000, "deck": "base", "values": {"1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 100, "7": 100, "8": 100, "9": 100, "10": 150, "game_changer": 500, "dog_house": 500}, "wild_value": 500, "deck_counts": null, "squirts_value": 100, "squirts_cards": 1, "ko_hand": "also_negative", "ko_squirts": "once", "tie": "shared"}',0,1,3,'7KMW4Y','2026-03-15 22:28:22.000000','2026-03-15 22:28:23.000000',NULL,'in_progress','',NULL,1,'brownie_points',NULL,2,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(18,'KVQ0pN3GKKv8','own_scorecard','{"scorecard": {"name": "Golf", "fields": [{"kind": "points", "key": "points", "label": "Points", "hint": "", "worth": 1, "is_signed": false, "most": 1000000}], "wins": "lowest", "ends": {"when": "stopped", "at": 0, "field": ""}, "tie": "shared", "sides": null, "fewest": 2, "most": 12, "has_dealer": false, "is_zero_sum": false, "is_money": false, "round_total": null, "round_word": "Round", "source": "", "notes": ""}}',0,1,5,NULL,'2026-03-14 20:15:01.000000','2026-03-14 20:15:05.000000','2026-03-14 20:15:05.000000','ended_early','Ended early: Ann wins with 0 points.',NULL,2,'own_scorecard/Golf',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(19,'RaAqslv7BF2A','own_scorecard','{"scorecard": {"name": "Ten", "fields": [{"kind": "points", "key": "points", "label": "Points", "hint": "", "worth": 1, "is_signed": false, "most": 1000000}], "wins": "lowest", "ends": {"when": "last_in", "at": 10, "field": ""}, "tie": "shared", "sides": null, "fewest": 2, "most": 12, "has_dealer": false, "is_zero_sum": false, "is_money": false, "round_total": null, "round_word": "Round", "source": "", "notes": ""}}',0,1,4,NULL,'2026-03-14 20:28:01.000000','2026-03-14 20:28:04.000000','2026-03-14 20:28:04.000000','finished','Cy wins with 4 points; nobody else is left in.',NULL,2,'own_scorecard/Ten',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(20,'-dt_YlbxlSnJ','cucumber','{"limit": 21, "tie_relief": true, "reset_basis": "after_relief", "first_dealer": "Ann"}',0,1,10,NULL,'2026-03-14 20:38:01.000000','2026-03-14 20:38:10.000000','2026-03-14 20:38:10.000000','finished','Cy wins: all others are out.',NULL,2,'cucumber',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(21,'ueDwqeu6QS6r','own_scorecard','{"scorecard": {"name": "pay me", "fields": [{"kind": "points", "key": "points", "label": "Points", "hint": "", "worth": 1, "is_signed": false, "most": 1000000}], "wins": "highest", "ends": {"when": "stopped", "at": 0, "field": ""}, "tie": "shared", "sides": null, "fewest": 2, "most": 12, "has_dealer": false, "is_zero_sum": false, "is_money": false, "round_total": null, "round_word": "Round", "source": "", "notes": ""}}',0,1,3,NULL,'2026-03-14 20:48:01.000000','2026-03-14 20:48:03.000000','2026-03-14 20:48:03.000000','ended_early','Ended early: Cy wins with 9 points.',NULL,2,'pay_me',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(22,'agbAH1wQWdPa','own_scorecard','{"scorecard": {"name": "Golf", "fields": [{"kind": "points", "key": "points", "label": "Points", "hint": "", "worth": 1, "is_signed": false, "most": 1000000}], "wins": "highest", "ends": {"when": "stopped", "at": 0, "field": ""}, "tie": "shared", "sides": null, "fewest": 2, "most": 12, "has_dealer": false, "is_zero_sum": false, "is_money": false, "round_total": null, "round_word": "Round", "source": "", "notes": ""}}',0,1,3,NULL,'2026-03-14 20:58:01.000000','2026-03-14 20:58:03.000000','2026-03-14 20:58:03.000000','ended_early','Ended early: Cy wins with 9 points.',NULL,2,'own_scorecard/Golf',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(23,'OHZD265yB4xf','own_scorecard','{"scorecard": {"name": "Pay Me", "fields": [{"kind": "points", "key": "points", "label": "Total", "hint": "", "worth": 1, "is_signed": true, "most": 1000000}], "wins": "lowest", "ends": {"when": "stopped", "at": 0, "field": ""}, "tie": "shared", "sides": null, "fewest": 2, "most": 12, "has_dealer": false, "is_zero_sum": false, "is_money": false, "round_total": null, "round_word": "Round", "source": "", "notes": "A result from before, taken in from a list."}}',0,1,1,NULL,'2025-05-03 12:00:00.000000','2026-03-14 20:59:00.000000','2025-05-03 12:00:00.000000','ended_early','Ended early: Ann wins with 35 points.',NULL,2,'pay_me',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(24,'V0vVvKNDN15x','own_scorecard','{"scorecard": {"name": "Brag", "fields": [{"kind": "points", "key": "points", "label": "Total", "hint": "", "worth": 1, "is_signed": true, "most": 1000000}], "wins": "highest", "ends": {"when": "stopped", "at": 0, "field": ""}, "tie": "shared", "sides": null, "fewest": 2, "most": 12, "has_dealer": false, "is_zero_sum": true, "is_money": true, "round_total": null, "round_word": "Round", "source": "", "notes": "A result from before, taken in from a list."}}',0,1,1,NULL,'2025-05-03 12:00:01.000000','2026-03-14 20:59:00.000000','2025-05-03 12:00:01.000000','ended_early','Ended after 1 round: the balances stand.',NULL,2,'brag',NULL,NULL,'[]','[]',NULL,'');
INSERT INTO "games" VALUES(25,'T82Q-DQ99feS','own_scorecard','{"scorecard": {"name": "Pitch", "fields": [{"kind": "points", "key": "points", "label": "Total", "hint": "", "worth": 1, "is_signed": true, "most": 1000000}], "wins": "highest", "ends": {"when": "stopped", "at": 0, "field": ""}, "tie": "shared", "sides": null, "fewest": 2, "most": 12, "has_dealer": false, "is_zero_sum": false, "is_money": false, "round_total": null, "round_word": "Round", "source": "", "notes": "A result from before, taken in from a list."}}',0,1,1,NULL,'2025-05-03 12:00:02.000000','2026-03-14 20:59:00.000000','2025-05-03 12:00:02.000000','ended_early','Ended early: Ann wins with 21 points.',NULL,2,'pitch',NULL,NULL,'[]','[]',NULL,'');
CREATE TABLE group_changes (
	id INTEGER NOT NULL, 
	group_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	about JSON NOT NULL, 
	device_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, source VARCHAR(10), made_at DATETIME, what JSON DEFAULT '{}' NOT NULL, 
	CONSTRAINT pk_group_changes PRIMARY KEY (id), 
	CONSTRAINT uq_group_changes_group_id_version UNIQUE (group_id, version), 
	CONSTRAINT fk_group_changes_group_id_groups FOREIGN KEY(group_id) REFERENCES groups (id) ON DELETE CASCADE, 
	CONSTRAINT fk_group_changes_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
);
INSERT INTO "group_changes" VALUES(1,1,1,'founded','{"name": "Thursday"}',6,'2026-03-14 20:01:00.000000','form',NULL,'{"name": [null, "Thursday"], "time_zone": [null, "UTC"]}');
INSERT INTO "group_changes" VALUES(2,1,2,'player_added','{"name": "Ann", "touching": "IXw8ywaC_q0A"}',6,'2026-03-14 20:02:00.000000','form',NULL,'{"name": [null, "Ann"], "colour": [null, 1], "initial": [null, "A"]}');
INSERT INTO "group_changes" VALUES(3,1,3,'player_added','{"name": "Bob", "touching": "kq8lQ9bb1fL4"}',6,'2026-03-14 20:03:00.000000','form',NULL,'{"name": [null, "Bob"], "colour": [null, 2], "initial": [null, "B"]}');
INSERT INTO "group_changes" VALUES(4,1,4,'player_added','{"name": "Cy", "touching": "aQ8C6c9FDZdz"}',6,'2026-03-14 20:04:00.000000','form',NULL,'{"name": [null, "Cy"], "colour": [null, 3], "initial": [null, "C"]}');
INSERT INTO "group_changes" VALUES(5,1,5,'player_added','{"name": "Di", "touching": "zBa2PHZvsKX0"}',6,'2026-03-14 20:05:00.000000','form',NULL,'{"name": [null, "Di"], "colour": [null, 4], "initial": [null, "D"]}');
INSERT INTO "group_changes" VALUES(6,1,6,'player_added','{"name": "Ed", "touching": "vWbQQ2x9jKoW"}',6,'2026-03-14 20:06:00.000000','form',NULL,'{"name": [null, "Ed"], "colour": [null, 5], "initial": [null, "E"]}');
INSERT INTO "group_changes" VALUES(7,1,7,'player_added','{"name": "Zo\u00eb \ud83c\udf6b", "touching": "NqxUxDzvY_PW"}',6,'2026-03-14 20:07:00.000000','form',NULL,'{"name": [null, "Zo\u00eb \ud83c\udf6b"], "colour": [null, 6], "initial": [null, "Z"]}');
INSERT INTO "group_changes" VALUES(8,1,8,'claimed','{"whom": "Ann"}',6,'2026-03-14 20:08:00.000000','form',NULL,'{"players": [[], ["IXw8ywaC_q0A"]]}');
INSERT INTO "group_changes" VALUES(9,1,9,'zone','{"from": "UTC", "zone": "Europe/Berlin", "touching": "CNMv43q-PjAW"}',6,'2026-03-14 20:09:00.000000','form',NULL,'{"time_zone": ["UTC", "Europe/Berlin"]}');
INSERT INTO "group_changes" VALUES(10,1,10,'season_made','{"name": "Spring", "touching": "csJry1gE97B3"}',6,'2026-03-14 20:10:00.000000','form',NULL,'{"name": [null, "Spring"], "starts_on": [null, "2026-03-14"], "kinds": [null, []], "least_games": [null, 2], "scheme": [null, {"kind": "places", "places": [4, 2, 1]}], "tie_breaks": [null, ["wins", "seconds", "best", "average"]], "early": [null, "full"]}');
INSERT INTO "group_changes" VALUES(11,1,29,'player_added','{"name": "Edward", "touching": "sn_KNUiT1l6I"}',6,'2026-03-14 21:12:16.000000','form',NULL,'{"name": [null, "Edward"], "colour": [null, 7], "initial": [null, "E"]}');
INSERT INTO "group_changes" VALUES(12,1,34,'merged','{"into": "Ed", "name": "Edward", "touching": "sn_KNUiT1l6I"}',6,'2026-03-14 21:13:15.000000','form',NULL,'{"merged_into": [null, "vWbQQ2x9jKoW"]}');
INSERT INTO "group_changes" VALUES(13,1,35,'retired','{"name": "Di", "touching": "zBa2PHZvsKX0"}',6,'2026-03-14 21:14:15.000000','form',NULL,'{"retired_at": [null, "2026-03-14T21:14:15+00:00"]}');
INSERT INTO "group_changes" VALUES(14,1,39,'rules_made','{"name": "Cabin", "touching": "0AvKB2zqYJPi"}',6,'2026-03-14 21:25:15.000000','form',NULL,'{"version": [null, 1]}');
INSERT INTO "group_changes" VALUES(15,1,40,'agreed','{"names": "Bob and Ann", "name": "Cabin", "version": 1}',6,'2026-03-14 21:26:15.000000','form',NULL,'{"agreed/kq8lQ9bb1fL4": [null, 1], "agreed/IXw8ywaC_q0A": [null, 1]}');
INSERT INTO "group_changes" VALUES(16,1,41,'rules_public','{"name": "Cabin", "what": "on"}',6,'2026-03-14 21:27:15.000000','form',NULL,'{"public": [false, true]}');
INSERT INTO "group_changes" VALUES(17,1,43,'ruled','{"name": "Cabin", "decision": "It lies", "touching": "ixR3SHSgXz61"}',6,'2026-03-14 21:37:18.000000','form',NULL,'{"situation": [null, "A card fell"], "decision": [null, "It lies"], "decided_by": [null, "All"]}');
INSERT INTO "group_changes" VALUES(18,1,46,'consent','{"threshold": "more than half of those who care", "touching": "consent"}',6,'2026-03-14 21:38:21.000000','form',NULL,'{"threshold": ["unanimous", "majority"], "deadline_days": [null, 7]}');
INSERT INTO "group_changes" VALUES(19,1,47,'proposed','{"reason": "too long", "name": "Cabin", "touching": "VFCKjfhRU6Hh"}',6,'2026-03-14 21:39:21.000000','form',NULL,'{"base": [null, 1]}');
INSERT INTO "group_changes" VALUES(20,1,48,'commented','{"name": "Cabin", "touching": "VFCKjfhRU6Hh"}',6,'2026-03-14 21:40:21.000000','form',NULL,'{"comment": [null, "2026-03-14T21:40:21+00:00"]}');
INSERT INTO "group_changes" VALUES(21,1,49,'voted','{"names": "Ann, Bob, Cy and Ed", "choice": "yes", "name": "Cabin", "touching": "VFCKjfhRU6Hh"}',6,'2026-03-14 21:41:21.000000','form',NULL,'{"vote/IXw8ywaC_q0A": [null, "yes"], "vote/kq8lQ9bb1fL4": [null, "yes"], "vote/aQ8C6c9FDZdz": [null, "yes"], "vote/vWbQQ2x9jKoW": [null, "yes"]}');
INSERT INTO "group_changes" VALUES(22,1,50,'adopted','{"name": "Cabin", "touching": "VFCKjfhRU6Hh"}',6,'2026-03-14 21:41:21.000000','form',NULL,'{"outcome": [null, "adopted"]}');
INSERT INTO "group_changes" VALUES(23,1,51,'rules_changed','{"version": 2, "name": "Cabin", "touching": "0AvKB2zqYJPi"}',6,'2026-03-14 21:41:21.000000','form',NULL,'{"version": [1, 2]}');
INSERT INTO "group_changes" VALUES(24,1,52,'agreed','{"names": "Ann, Bob, Cy and Ed", "name": "Cabin", "version": 2}',6,'2026-03-14 21:41:21.000000','form',NULL,'{"agreed/IXw8ywaC_q0A": [1, 2], "agreed/kq8lQ9bb1fL4": [1, 2], "agreed/aQ8C6c9FDZdz": [null, 2], "agreed/vWbQQ2x9jKoW": [null, 2]}');
INSERT INTO "group_changes" VALUES(25,1,53,'rules_renamed','{"from": "Cabin", "name": "Cabin \u2014 late", "touching": "0AvKB2zqYJPi"}',6,'2026-03-14 21:42:21.000000','form',NULL,'{"name": ["Cabin", "Cabin \u2014 late"]}');
INSERT INTO "group_changes" VALUES(26,1,54,'rules_made','{"name": "Old", "touching": "HAfPVuJZ7OrI"}',6,'2026-03-14 21:43:21.000000','form',NULL,'{"version": [null, 1]}');
INSERT INTO "group_changes" VALUES(27,1,55,'rules_deleted','{"name": "Old", "touching": "HAfPVuJZ7OrI"}',6,'2026-03-14 21:44:21.000000','form',NULL,'{"deleted_at": [null, "2026-03-14T21:44:21+00:00"]}');
INSERT INTO "group_changes" VALUES(28,1,56,'season_closed','{"name": "Spring", "touching": "csJry1gE97B3"}',6,'2026-03-14 21:45:21.000000','form',NULL,'{"ends_on": [null, "2026-03-14"], "closed_at": [null, "2026-03-14T21:45:21+00:00"]}');
INSERT INTO "group_changes" VALUES(29,1,57,'season_made','{"name": "Summer \u2014 2nd", "touching": "jd-YFnjhmqXG"}',6,'2026-03-14 21:45:21.000000','form',NULL,'{"name": [null, "Summer \u2014 2nd"], "starts_on": [null, "2026-03-15"], "kinds": [null, []], "least_games": [null, 2], "scheme": [null, {"kind": "places", "places": [4, 2, 1]}], "tie_breaks": [null, ["wins", "seconds", "best", "average"]], "early": [null, "full"]}');
INSERT INTO "group_changes" VALUES(30,1,63,'proposed','{"reason": "too short", "name": "Cabin \u2014 late", "touching": "_W1hZNyH8yK7"}',6,'2026-03-15 22:16:21.000000','form',NULL,'{"base": [null, 2]}');
INSERT INTO "group_changes" VALUES(31,1,64,'voted','{"names": "Bob", "choice": "no", "name": "Cabin \u2014 late", "touching": "_W1hZNyH8yK7"}',6,'2026-03-15 22:17:21.000000','form',NULL,'{"vote/kq8lQ9bb1fL4": [null, "no"]}');
INSERT INTO "group_changes" VALUES(32,1,65,'ruled','{"name": "Cabin \u2014 late", "decision": "The next one''s", "touching": "xjm2daBtV3Pi"}',6,'2026-03-15 22:18:21.000000','form',NULL,'{"situation": [null, "Whose deal?"], "decision": [null, "The next one''s"], "decided_by": [null, "Ann"]}');
INSERT INTO "group_changes" VALUES(33,2,1,'founded','{"name": "Thursday"}',8,'2026-03-14 20:01:00.000000','form',NULL,'{"name": [null, "Thursday"], "time_zone": [null, "UTC"]}');
INSERT INTO "group_changes" VALUES(34,2,2,'player_added','{"name": "Ann", "touching": "jZI7NpA7Brzd"}',8,'2026-03-14 20:02:00.000000','form',NULL,'{"name": [null, "Ann"], "colour": [null, 1], "initial": [null, "A"]}');
INSERT INTO "group_changes" VALUES(35,2,3,'player_added','{"name": "Bob", "touching": "dDLSXqsTLsjK"}',8,'2026-03-14 20:03:00.000000','form',NULL,'{"name": [null, "Bob"], "colour": [null, 2], "initial": [null, "B"]}');
INSERT INTO "group_changes" VALUES(36,2,4,'player_added','{"name": "Cy", "touching": "lU5UV_-j1TiU"}',8,'2026-03-14 20:04:00.000000','form',NULL,'{"name": [null, "Cy"], "colour": [null, 3], "initial": [null, "C"]}');
INSERT INTO "group_changes" VALUES(37,2,5,'season_made','{"name": "Closed", "touching": "YT2dVi3H0Vu0"}',8,'2026-03-14 20:05:00.000000','form',NULL,'{"name": [null, "Closed"], "starts_on": [null, "2026-03-14"], "ends_on": [null, "2026-03-14"], "kinds": [null, []], "least_games": [null, 1], "scheme": [null, {"kind": "points"}], "tie_breaks": [null, ["wins", "seconds", "best", "average"]], "early": [null, "full"]}');
INSERT INTO "group_changes" VALUES(38,2,9,'season_closed','{"name": "Closed", "touching": "YT2dVi3H0Vu0"}',8,'2026-03-14 20:16:00.000000','form',NULL,'{"closed_at": [null, "2026-03-14T20:16:00+00:00"]}');
INSERT INTO "group_changes" VALUES(39,2,10,'season_made','{"name": "Places", "touching": "spMv41GOPKuQ"}',8,'2026-03-14 20:17:00.000000','form',NULL,'{"name": [null, "Places"], "starts_on": [null, "2026-03-14"], "kinds": [null, []], "least_games": [null, 1], "scheme": [null, {"kind": "places", "places": [5, 3, 2, 1]}], "tie_breaks": [null, ["wins", "seconds", "best", "average"]], "early": [null, "half"]}');
INSERT INTO "group_changes" VALUES(40,2,11,'season_made','{"name": "Own points", "touching": "lnPOTiMuChR1"}',8,'2026-03-14 20:18:00.000000','form',NULL,'{"name": [null, "Own points"], "starts_on": [null, "2026-03-14"], "kinds": [null, []], "least_games": [null, 1], "scheme": [null, {"kind": "points"}], "tie_breaks": [null, ["wins", "seconds", "best", "average"]], "early": [null, "half"]}');
INSERT INTO "group_changes" VALUES(41,2,25,'imported','{"what": "3 past games"}',8,'2026-03-14 20:59:00.000000','form',NULL,'{}');
CREATE TABLE group_memberships (
	id INTEGER NOT NULL, 
	group_id INTEGER NOT NULL, 
	device_id INTEGER NOT NULL, 
	role VARCHAR(10) NOT NULL, 
	joined_at DATETIME NOT NULL, 
	removed_at DATETIME, 
	is_barred BOOLEAN NOT NULL, 
	CONSTRAINT pk_group_memberships PRIMARY KEY (id), 
	CONSTRAINT uq_group_memberships_group_id_device_id UNIQUE (group_id, device_id), 
	CONSTRAINT fk_group_memberships_group_id_groups FOREIGN KEY(group_id) REFERENCES groups (id) ON DELETE CASCADE, 
	CONSTRAINT fk_group_memberships_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
);
INSERT INTO "group_memberships" VALUES(1,1,6,'keeper','2026-03-14 20:01:00.000000',NULL,0);
INSERT INTO "group_memberships" VALUES(2,2,8,'keeper','2026-03-14 20:01:00.000000',NULL,0);
CREATE TABLE groups (
	id INTEGER NOT NULL, 
	uid VARCHAR(16) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	time_zone VARCHAR(64) NOT NULL, 
	version INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	changed_at DATETIME NOT NULL, 
	join_nonce VARCHAR(32) NOT NULL, 
	join_hash VARCHAR(64) NOT NULL, 
	public_nonce VARCHAR(32), 
	public_hash VARCHAR(64), threshold VARCHAR(10) DEFAULT 'unanimous' NOT NULL, deadline_days INTEGER, deleted_at DATETIME, 
	CONSTRAINT pk_groups PRIMARY KEY (id), 
	CONSTRAINT uq_groups_uid UNIQUE (uid), 
	CONSTRAINT uq_groups_join_hash UNIQUE (join_hash), 
	CONSTRAINT uq_groups_public_hash UNIQUE (public_hash)
);
INSERT INTO "groups" VALUES(1,'CNMv43q-PjAW','Thursday','Europe/Berlin',66,'2026-03-14 20:01:00.000000','2026-03-15 22:28:22.000000','b911caa36b7e2e3fdfc47152ac83439f','7921bb99a5b3b1925eb0c4a92eb0b9caefcf1e5804378b444bbe35f8a2de6c3d',NULL,NULL,'majority',7,NULL);
INSERT INTO "groups" VALUES(2,'kukc1UJBgka7','Thursday','UTC',25,'2026-03-14 20:01:00.000000','2026-03-14 20:59:00.000000','6244847ce9a003bd0c0fddc2f971f13d','2f8bb5710d256ad32e558932b88ec2313cd4daaf9516a9a13aac33687fdf5ddd',NULL,NULL,'unanimous',NULL,NULL);
CREATE TABLE house_rules (
	id INTEGER NOT NULL, 
	uid VARCHAR(16) NOT NULL, 
	group_id INTEGER NOT NULL, 
	rules VARCHAR(40) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	origin JSON, 
	created_at DATETIME NOT NULL, 
	deleted_at DATETIME, 
	public_nonce VARCHAR(32), 
	public_hash VARCHAR(64), kept_until DATETIME, 
	CONSTRAINT pk_house_rules PRIMARY KEY (id), 
	CONSTRAINT uq_house_rules_uid UNIQUE (uid), 
	CONSTRAINT fk_house_rules_group_id_groups FOREIGN KEY(group_id) REFERENCES groups (id) ON DELETE CASCADE, 
	CONSTRAINT uq_house_rules_public_hash UNIQUE (public_hash)
);
INSERT INTO "house_rules" VALUES(1,'0AvKB2zqYJPi',1,'brownie_points','Cabin — late','{"group": "Friday", "name": "Hut", "version": 3, "file": true}','2026-03-14 21:25:15.000000',NULL,'1930f22ef336c15399d7a5112d92a688','f43df5fbaae61d2544a1a93563892a7d6ca05ba43edbf57b349924b2d79089ed',NULL);
INSERT INTO "house_rules" VALUES(2,'HAfPVuJZ7OrI',1,'pitch','Old','null','2026-03-14 21:43:21.000000','2026-03-14 21:44:21.000000',NULL,NULL,NULL);
CREATE TABLE house_rules_versions (
	id INTEGER NOT NULL, 
	house_rules_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	options JSON NOT NULL, 
	notes TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	device_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_house_rules_versions PRIMARY KEY (id), 
	CONSTRAINT uq_house_rules_versions_house_rules_id_number UNIQUE (house_rules_id, number), 
	CONSTRAINT fk_house_rules_versions_house_rules_id_house_rules FOREIGN KEY(house_rules_id) REFERENCES house_rules (id) ON DELETE CASCADE, 
	CONSTRAINT fk_house_rules_versions_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
);
INSERT INTO "house_rules_versions" VALUES(1,1,1,'{"target": 9000}','*Late* evenings','',6,'2026-03-14 21:25:15.000000');
INSERT INTO "house_rules_versions" VALUES(2,1,2,'{"target": 8000}','','too long',6,'2026-03-14 21:41:21.000000');
INSERT INTO "house_rules_versions" VALUES(3,2,1,'{}','','',6,'2026-03-14 21:43:21.000000');
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
INSERT INTO "memberships" VALUES(2,1,2,'player','2026-03-14 20:00:02.000000',NULL,0);
INSERT INTO "memberships" VALUES(3,2,3,'keeper','2026-03-14 20:00:01.000000',NULL,0);
INSERT INTO "memberships" VALUES(4,3,4,'keeper','2026-03-14 20:00:01.000000',NULL,0);
INSERT INTO "memberships" VALUES(5,4,5,'keeper','2026-03-14 20:00:01.000000',NULL,0);
INSERT INTO "memberships" VALUES(6,5,6,'keeper','2026-03-14 20:20:01.000000',NULL,0);
INSERT INTO "memberships" VALUES(7,6,6,'keeper','2026-03-14 20:30:01.000000',NULL,0);
INSERT INTO "memberships" VALUES(8,6,7,'player','2026-03-14 20:30:02.000000',NULL,0);
INSERT INTO "memberships" VALUES(9,7,6,'keeper','2026-03-14 20:30:15.000000',NULL,0);
INSERT INTO "memberships" VALUES(10,7,7,'player','2026-03-14 20:30:15.000000',NULL,0);
INSERT INTO "memberships" VALUES(11,8,6,'keeper','2026-03-14 20:42:16.000000',NULL,0);
INSERT INTO "memberships" VALUES(12,9,6,'keeper','2026-03-14 20:52:16.000000',NULL,0);
INSERT INTO "memberships" VALUES(13,10,6,'keeper','2026-03-14 21:02:16.000000',NULL,0);
INSERT INTO "memberships" VALUES(14,11,6,'keeper','2026-03-14 21:12:16.000000',NULL,0);
INSERT INTO "memberships" VALUES(15,12,6,'keeper','2026-03-14 21:24:16.000000',NULL,0);
INSERT INTO "memberships" VALUES(16,13,6,'keeper','2026-03-14 21:37:16.000000',NULL,0);
INSERT INTO "memberships" VALUES(17,14,6,'keeper','2026-03-15 21:55:22.000000',NULL,0);
INSERT INTO "memberships" VALUES(18,15,6,'keeper','2026-03-15 22:05:22.000000',NULL,0);
INSERT INTO "memberships" VALUES(19,16,6,'keeper','2026-03-15 22:15:22.000000',NULL,0);
INSERT INTO "memberships" VALUES(20,17,6,'keeper','2026-03-15 22:28:22.000000',NULL,0);
INSERT INTO "memberships" VALUES(21,18,8,'keeper','2026-03-14 20:15:01.000000',NULL,0);
INSERT INTO "memberships" VALUES(22,19,8,'keeper','2026-03-14 20:28:01.000000',NULL,0);
INSERT INTO "memberships" VALUES(23,20,8,'keeper','2026-03-14 20:38:01.000000',NULL,0);
INSERT INTO "memberships" VALUES(24,21,8,'keeper','2026-03-14 20:48:01.000000',NULL,0);
INSERT INTO "memberships" VALUES(25,22,8,'keeper','2026-03-14 20:58:01.000000',NULL,0);
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
CREATE TABLE passkeys (
	id INTEGER NOT NULL, 
	membership_id INTEGER NOT NULL, 
	credential_id VARCHAR(1400) NOT NULL, 
	public_key BLOB NOT NULL, 
	sign_count BIGINT NOT NULL, 
	made_at DATETIME NOT NULL, 
	used_at DATETIME, 
	CONSTRAINT pk_passkeys PRIMARY KEY (id), 
	CONSTRAINT fk_passkeys_membership_id_group_memberships FOREIGN KEY(membership_id) REFERENCES group_memberships (id) ON DELETE CASCADE, 
	CONSTRAINT uq_passkeys_credential_id UNIQUE (credential_id)
);
CREATE TABLE player_claims (
	membership_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	CONSTRAINT pk_player_claims PRIMARY KEY (membership_id, player_id), 
	CONSTRAINT fk_player_claims_membership_id_group_memberships FOREIGN KEY(membership_id) REFERENCES group_memberships (id) ON DELETE CASCADE, 
	CONSTRAINT fk_player_claims_player_id_players FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE CASCADE
);
INSERT INTO "player_claims" VALUES(1,1);
CREATE TABLE players (
	id INTEGER NOT NULL, 
	uid VARCHAR(16) NOT NULL, 
	group_id INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	colour INTEGER NOT NULL, 
	initial VARCHAR(8) NOT NULL, 
	created_at DATETIME NOT NULL, 
	retired_at DATETIME, 
	merged_into_id INTEGER, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT uq_players_uid UNIQUE (uid), 
	CONSTRAINT fk_players_group_id_groups FOREIGN KEY(group_id) REFERENCES groups (id) ON DELETE CASCADE, 
	CONSTRAINT fk_players_merged_into_id_players FOREIGN KEY(merged_into_id) REFERENCES players (id)
);
INSERT INTO "players" VALUES(1,'IXw8ywaC_q0A',1,'Ann',1,'A','2026-03-14 20:02:00.000000',NULL,NULL);
INSERT INTO "players" VALUES(2,'kq8lQ9bb1fL4',1,'Bob',2,'B','2026-03-14 20:03:00.000000',NULL,NULL);
INSERT INTO "players" VALUES(3,'aQ8C6c9FDZdz',1,'Cy',3,'C','2026-03-14 20:04:00.000000',NULL,NULL);
INSERT INTO "players" VALUES(4,'zBa2PHZvsKX0',1,'Di',4,'D','2026-03-14 20:05:00.000000','2026-03-14 21:14:15.000000',NULL);
INSERT INTO "players" VALUES(5,'vWbQQ2x9jKoW',1,'Ed',5,'E','2026-03-14 20:06:00.000000',NULL,NULL);
INSERT INTO "players" VALUES(6,'NqxUxDzvY_PW',1,'Zoë 🍫',6,'Z','2026-03-14 20:07:00.000000',NULL,NULL);
INSERT INTO "players" VALUES(7,'sn_KNUiT1l6I',1,'Edward',7,'E','2026-03-14 21:12:16.000000',NULL,5);
INSERT INTO "players" VALUES(8,'jZI7NpA7Brzd',2,'Ann',1,'A','2026-03-14 20:02:00.000000',NULL,NULL);
INSERT INTO "players" VALUES(9,'dDLSXqsTLsjK',2,'Bob',2,'B','2026-03-14 20:03:00.000000',NULL,NULL);
INSERT INTO "players" VALUES(10,'lU5UV_-j1TiU',2,'Cy',3,'C','2026-03-14 20:04:00.000000',NULL,NULL);
CREATE TABLE proposals (
	id INTEGER NOT NULL, 
	uid VARCHAR(16) NOT NULL, 
	house_rules_id INTEGER NOT NULL, 
	base INTEGER NOT NULL, 
	options JSON NOT NULL, 
	notes TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	device_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	deadline DATETIME, 
	outcome VARCHAR(10), 
	closed_at DATETIME, 
	CONSTRAINT pk_proposals PRIMARY KEY (id), 
	CONSTRAINT uq_proposals_uid UNIQUE (uid), 
	CONSTRAINT fk_proposals_house_rules_id_house_rules FOREIGN KEY(house_rules_id) REFERENCES house_rules (id) ON DELETE CASCADE, 
	CONSTRAINT fk_proposals_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
);
INSERT INTO "proposals" VALUES(1,'VFCKjfhRU6Hh',1,1,'{"target": 8000}','','too long',6,'2026-03-14 21:39:21.000000','2026-03-21 21:39:21.000000','adopted','2026-03-14 21:41:21.000000');
INSERT INTO "proposals" VALUES(2,'_W1hZNyH8yK7',1,2,'{"target": 9000}','Notes','too short',6,'2026-03-15 22:16:21.000000','2026-03-22 22:16:21.000000',NULL,NULL);
CREATE TABLE recovery_codes (
	membership_id INTEGER NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	made_at DATETIME NOT NULL, 
	CONSTRAINT pk_recovery_codes PRIMARY KEY (membership_id), 
	CONSTRAINT fk_recovery_codes_membership_id_group_memberships FOREIGN KEY(membership_id) REFERENCES group_memberships (id) ON DELETE CASCADE, 
	CONSTRAINT uq_recovery_codes_code_hash UNIQUE (code_hash)
);
CREATE TABLE results (
	game_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	group_id INTEGER NOT NULL, 
	order_key VARCHAR(48) NOT NULL, 
	played_on DATE NOT NULL, 
	kind VARCHAR(60) NOT NULL, 
	is_money BOOLEAN NOT NULL, 
	is_early BOOLEAN NOT NULL, 
	table_size INTEGER NOT NULL, 
	side VARCHAR(40) NOT NULL, 
	rank INTEGER NOT NULL, 
	is_win BOOLEAN NOT NULL, 
	total BIGINT NOT NULL, 
	worth BIGINT NOT NULL, 
	CONSTRAINT pk_results PRIMARY KEY (game_id, player_id), 
	CONSTRAINT fk_results_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT fk_results_player_id_players FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE CASCADE, 
	CONSTRAINT fk_results_group_id_groups FOREIGN KEY(group_id) REFERENCES groups (id) ON DELETE CASCADE
);
INSERT INTO "results" VALUES(5,1,1,'2026-03-14T20:20:01.000000/_ien9Zsrqxo6','2026-03-14','brownie_points',0,1,3,'Ann',1,1,500,500);
INSERT INTO "results" VALUES(5,2,1,'2026-03-14T20:20:01.000000/_ien9Zsrqxo6','2026-03-14','brownie_points',0,1,3,'Bob',2,0,300,300);
INSERT INTO "results" VALUES(5,3,1,'2026-03-14T20:20:01.000000/_ien9Zsrqxo6','2026-03-14','brownie_points',0,1,3,'Cy',3,0,-250,-250);
INSERT INTO "results" VALUES(6,1,1,'2026-03-14T20:30:01.000000/gvYaWAjySdup','2026-03-14','brownie_points',0,1,3,'Ann',2,0,600,600);
INSERT INTO "results" VALUES(6,2,1,'2026-03-14T20:30:01.000000/gvYaWAjySdup','2026-03-14','brownie_points',0,1,3,'Bob',1,1,750,750);
INSERT INTO "results" VALUES(6,3,1,'2026-03-14T20:30:01.000000/gvYaWAjySdup','2026-03-14','brownie_points',0,1,3,'Cyrus',3,0,150,150);
INSERT INTO "results" VALUES(8,1,1,'2026-03-14T20:42:16.000000/Ulcr5uMnYV61','2026-03-14','pitch',0,1,4,'A',1,1,3,3);
INSERT INTO "results" VALUES(8,2,1,'2026-03-14T20:42:16.000000/Ulcr5uMnYV61','2026-03-14','pitch',0,1,4,'B',2,0,0,0);
INSERT INTO "results" VALUES(8,3,1,'2026-03-14T20:42:16.000000/Ulcr5uMnYV61','2026-03-14','pitch',0,1,4,'A',1,1,3,3);
INSERT INTO "results" VALUES(8,4,1,'2026-03-14T20:42:16.000000/Ulcr5uMnYV61','2026-03-14','pitch',0,1,4,'B',2,0,0,0);
INSERT INTO "results" VALUES(10,1,1,'2026-03-14T21:02:16.000000/6dU7mOCxrsEH','2026-03-14','own_scorecard/Four-card game',1,0,3,'Ann',1,1,20,20);
INSERT INTO "results" VALUES(10,2,1,'2026-03-14T21:02:16.000000/6dU7mOCxrsEH','2026-03-14','own_scorecard/Four-card game',1,0,3,'Bob',2,0,-5,-5);
INSERT INTO "results" VALUES(10,3,1,'2026-03-14T21:02:16.000000/6dU7mOCxrsEH','2026-03-14','own_scorecard/Four-card game',1,0,3,'Cy',3,0,-15,-15);
INSERT INTO "results" VALUES(11,2,1,'2026-03-14T21:12:16.000000/0XUcZWjoitNu','2026-03-14','brownie_points',0,1,2,'Bob',1,1,700,700);
INSERT INTO "results" VALUES(11,5,1,'2026-03-14T21:12:16.000000/0XUcZWjoitNu','2026-03-14','brownie_points',0,1,2,'Edward',2,0,250,250);
INSERT INTO "results" VALUES(13,1,1,'2026-03-14T21:37:16.000000/2O4xS97OG5Oo','2026-03-14','brownie_points',0,1,3,'Ann',2,0,550,550);
INSERT INTO "results" VALUES(13,2,1,'2026-03-14T21:37:16.000000/2O4xS97OG5Oo','2026-03-14','brownie_points',0,1,3,'Bob',1,1,1800,1800);
INSERT INTO "results" VALUES(13,3,1,'2026-03-14T21:37:16.000000/2O4xS97OG5Oo','2026-03-14','brownie_points',0,1,3,'Cy',3,0,150,150);
INSERT INTO "results" VALUES(14,1,1,'2026-03-15T21:55:22.000000/4FD0_6p3UCSm','2026-03-15','brownie_points',0,1,2,'Ann',1,1,100,100);
INSERT INTO "results" VALUES(14,2,1,'2026-03-15T21:55:22.000000/4FD0_6p3UCSm','2026-03-15','brownie_points',0,1,2,'Bob',1,1,100,100);
INSERT INTO "results" VALUES(18,8,2,'2026-03-14T20:15:01.000000/KVQ0pN3GKKv8','2026-03-14','own_scorecard/Golf',0,0,3,'Ann',1,1,0,0);
INSERT INTO "results" VALUES(18,9,2,'2026-03-14T20:15:01.000000/KVQ0pN3GKKv8','2026-03-14','own_scorecard/Golf',0,0,3,'Bob',2,0,10,-10);
INSERT INTO "results" VALUES(18,10,2,'2026-03-14T20:15:01.000000/KVQ0pN3GKKv8','2026-03-14','own_scorecard/Golf',0,0,3,'Cy',3,0,18,-18);
INSERT INTO "results" VALUES(19,8,2,'2026-03-14T20:28:01.000000/RaAqslv7BF2A','2026-03-14','own_scorecard/Ten',0,0,3,'Ann',2,0,0,-4);
INSERT INTO "results" VALUES(19,9,2,'2026-03-14T20:28:01.000000/RaAqslv7BF2A','2026-03-14','own_scorecard/Ten',0,0,3,'Bob',2,0,0,-4);
INSERT INTO "results" VALUES(19,10,2,'2026-03-14T20:28:01.000000/RaAqslv7BF2A','2026-03-14','own_scorecard/Ten',0,0,3,'Cy',1,1,4,-4);
INSERT INTO "results" VALUES(20,8,2,'2026-03-14T20:38:01.000000/-dt_YlbxlSnJ','2026-03-14','cucumber',0,0,3,'Ann',2,0,0,0);
INSERT INTO "results" VALUES(20,9,2,'2026-03-14T20:38:01.000000/-dt_YlbxlSnJ','2026-03-14','cucumber',0,0,3,'Bob',3,0,0,0);
INSERT INTO "results" VALUES(20,10,2,'2026-03-14T20:38:01.000000/-dt_YlbxlSnJ','2026-03-14','cucumber',0,0,3,'Cy',1,1,0,0);
INSERT INTO "results" VALUES(21,8,2,'2026-03-14T20:48:01.000000/ueDwqeu6QS6r','2026-03-14','pay_me',0,0,3,'Ann',3,0,0,0);
INSERT INTO "results" VALUES(21,9,2,'2026-03-14T20:48:01.000000/ueDwqeu6QS6r','2026-03-14','pay_me',0,0,3,'Bob',2,0,5,5);
INSERT INTO "results" VALUES(21,10,2,'2026-03-14T20:48:01.000000/ueDwqeu6QS6r','2026-03-14','pay_me',0,0,3,'Cy',1,1,9,9);
INSERT INTO "results" VALUES(22,8,2,'2026-03-14T20:58:01.000000/agbAH1wQWdPa','2026-03-14','own_scorecard/Golf',0,0,3,'Ann',3,0,0,0);
INSERT INTO "results" VALUES(22,9,2,'2026-03-14T20:58:01.000000/agbAH1wQWdPa','2026-03-14','own_scorecard/Golf',0,0,3,'Bob',2,0,5,5);
INSERT INTO "results" VALUES(22,10,2,'2026-03-14T20:58:01.000000/agbAH1wQWdPa','2026-03-14','own_scorecard/Golf',0,0,3,'Cy',1,1,9,9);
INSERT INTO "results" VALUES(23,8,2,'2025-05-03T12:00:00.000000/OHZD265yB4xf','2025-05-03','pay_me',0,0,2,'Ann',1,1,35,-35);
INSERT INTO "results" VALUES(23,9,2,'2025-05-03T12:00:00.000000/OHZD265yB4xf','2025-05-03','pay_me',0,0,2,'Bob',2,0,80,-80);
INSERT INTO "results" VALUES(24,8,2,'2025-05-03T12:00:01.000000/V0vVvKNDN15x','2025-05-03','brag',1,0,2,'Ann',2,0,-250,-250);
INSERT INTO "results" VALUES(24,9,2,'2025-05-03T12:00:01.000000/V0vVvKNDN15x','2025-05-03','brag',1,0,2,'Bob',1,1,250,250);
INSERT INTO "results" VALUES(25,8,2,'2025-05-03T12:00:02.000000/T82Q-DQ99feS','2025-05-03','pitch',0,0,2,'Ann',1,1,21,21);
INSERT INTO "results" VALUES(25,9,2,'2025-05-03T12:00:02.000000/T82Q-DQ99feS','2025-05-03','pitch',0,0,2,'Bob',2,0,7,7);
CREATE TABLE rounds (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	data JSON NOT NULL, 
	is_closed BOOLEAN NOT NULL, 
	version INTEGER NOT NULL, anecdote TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_rounds PRIMARY KEY (id), 
	CONSTRAINT uq_rounds_game_id_number UNIQUE (game_id, number), 
	CONSTRAINT fk_rounds_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "rounds" VALUES(1,1,1,'{}',1,4,'');
INSERT INTO "rounds" VALUES(2,1,2,'{}',1,6,'');
INSERT INTO "rounds" VALUES(3,1,3,'{}',0,12,'');
INSERT INTO "rounds" VALUES(4,2,1,'{}',1,2,'');
INSERT INTO "rounds" VALUES(5,3,1,'{"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": null, "game": "A"}',1,2,'');
INSERT INTO "rounds" VALUES(6,4,1,'{}',1,2,'');
INSERT INTO "rounds" VALUES(7,5,1,'{}',1,2,'');
INSERT INTO "rounds" VALUES(8,6,1,'{}',1,4,'');
INSERT INTO "rounds" VALUES(9,6,2,'{}',1,6,'');
INSERT INTO "rounds" VALUES(10,6,3,'{}',1,13,'');
INSERT INTO "rounds" VALUES(11,7,1,'{}',0,2,'');
INSERT INTO "rounds" VALUES(12,8,1,'{"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": null, "game": "A"}',1,2,'');
INSERT INTO "rounds" VALUES(13,9,1,'{}',1,2,'');
INSERT INTO "rounds" VALUES(14,10,1,'{}',1,2,'');
INSERT INTO "rounds" VALUES(15,11,1,'{}',1,2,'');
INSERT INTO "rounds" VALUES(16,12,1,'{}',1,2,'');
INSERT INTO "rounds" VALUES(17,13,1,'{}',1,2,'');
INSERT INTO "rounds" VALUES(18,13,2,'{}',1,6,'');
INSERT INTO "rounds" VALUES(19,14,1,'{}',1,2,'');
INSERT INTO "rounds" VALUES(20,15,1,'{}',1,2,'The cat of Ann took two tricks');
INSERT INTO "rounds" VALUES(21,15,2,'{}',0,3,'');
INSERT INTO "rounds" VALUES(22,16,1,'{}',0,2,'');
INSERT INTO "rounds" VALUES(23,18,1,'{}',1,2,'');
INSERT INTO "rounds" VALUES(24,18,2,'{}',1,4,'');
INSERT INTO "rounds" VALUES(25,19,1,'{}',1,2,'');
INSERT INTO "rounds" VALUES(26,19,2,'{}',1,3,'');
INSERT INTO "rounds" VALUES(27,20,1,'{"winner": "Bob", "rank": "A"}',1,2,'');
INSERT INTO "rounds" VALUES(28,20,2,'{"winner": "Bob", "rank": "A"}',1,3,'');
INSERT INTO "rounds" VALUES(29,20,3,'{"winner": "Ann", "rank": "A"}',1,4,'');
INSERT INTO "rounds" VALUES(30,20,4,'{"winner": "Ann", "rank": "A"}',1,5,'');
INSERT INTO "rounds" VALUES(31,20,5,'{"winner": "Bob", "rank": "A"}',1,6,'');
INSERT INTO "rounds" VALUES(32,20,6,'{"winner": "Bob", "rank": "A"}',1,7,'');
INSERT INTO "rounds" VALUES(33,20,7,'{"winner": "Ann", "rank": "A"}',1,8,'');
INSERT INTO "rounds" VALUES(34,20,8,'{"winner": "Ann", "rank": "A"}',1,9,'');
INSERT INTO "rounds" VALUES(35,21,1,'{}',1,2,'');
INSERT INTO "rounds" VALUES(36,22,1,'{}',1,2,'');
INSERT INTO "rounds" VALUES(37,23,1,'{}',1,1,'');
INSERT INTO "rounds" VALUES(38,24,1,'{}',1,1,'');
INSERT INTO "rounds" VALUES(39,25,1,'{}',1,1,'');
CREATE TABLE rulings (
	id INTEGER NOT NULL, 
	uid VARCHAR(16) NOT NULL, 
	house_rules_id INTEGER NOT NULL, 
	game_id INTEGER, 
	situation TEXT NOT NULL, 
	decision TEXT NOT NULL, 
	decided_by VARCHAR(200) NOT NULL, 
	device_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, deleted_at DATETIME, kept_until DATETIME, 
	CONSTRAINT pk_rulings PRIMARY KEY (id), 
	CONSTRAINT uq_rulings_uid UNIQUE (uid), 
	CONSTRAINT fk_rulings_house_rules_id_house_rules FOREIGN KEY(house_rules_id) REFERENCES house_rules (id) ON DELETE CASCADE, 
	CONSTRAINT fk_rulings_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_rulings_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
);
INSERT INTO "rulings" VALUES(1,'ixR3SHSgXz61',1,13,'A card fell','It lies','All',6,'2026-03-14 21:37:18.000000',NULL,NULL);
INSERT INTO "rulings" VALUES(2,'xjm2daBtV3Pi',1,NULL,'Whose deal?','The next one''s','Ann',6,'2026-03-15 22:18:21.000000',NULL,NULL);
CREATE TABLE scorecard_versions (
	id INTEGER NOT NULL, 
	scorecard_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	definition JSON NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_scorecard_versions PRIMARY KEY (id), 
	CONSTRAINT uq_scorecard_versions_scorecard_id_number UNIQUE (scorecard_id, number), 
	CONSTRAINT fk_scorecard_versions_scorecard_id_scorecards FOREIGN KEY(scorecard_id) REFERENCES scorecards (id) ON DELETE CASCADE
);
CREATE TABLE scorecards (
	id INTEGER NOT NULL, 
	uid VARCHAR(16) NOT NULL, 
	device_id INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, deleted_at DATETIME, 
	CONSTRAINT pk_scorecards PRIMARY KEY (id), 
	CONSTRAINT uq_scorecards_uid UNIQUE (uid), 
	CONSTRAINT fk_scorecards_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
);
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
INSERT INTO "scores" VALUES(5,6,3);
INSERT INTO "scores" VALUES(5,7,0);
INSERT INTO "scores" VALUES(5,8,3);
INSERT INTO "scores" VALUES(5,9,0);
INSERT INTO "scores" VALUES(6,10,20);
INSERT INTO "scores" VALUES(6,11,-20);
INSERT INTO "scores" VALUES(7,12,500);
INSERT INTO "scores" VALUES(7,13,300);
INSERT INTO "scores" VALUES(7,14,-250);
INSERT INTO "scores" VALUES(8,15,450);
INSERT INTO "scores" VALUES(8,16,200);
INSERT INTO "scores" VALUES(8,17,100);
INSERT INTO "scores" VALUES(9,15,150);
INSERT INTO "scores" VALUES(9,16,300);
INSERT INTO "scores" VALUES(9,17,50);
INSERT INTO "scores" VALUES(10,15,0);
INSERT INTO "scores" VALUES(10,16,250);
INSERT INTO "scores" VALUES(12,20,3);
INSERT INTO "scores" VALUES(12,21,0);
INSERT INTO "scores" VALUES(12,22,3);
INSERT INTO "scores" VALUES(12,23,0);
INSERT INTO "scores" VALUES(13,24,900);
INSERT INTO "scores" VALUES(13,25,100);
INSERT INTO "scores" VALUES(14,26,20);
INSERT INTO "scores" VALUES(14,27,-5);
INSERT INTO "scores" VALUES(14,28,-15);
INSERT INTO "scores" VALUES(15,29,700);
INSERT INTO "scores" VALUES(15,30,250);
INSERT INTO "scores" VALUES(16,31,100);
INSERT INTO "scores" VALUES(16,32,200);
INSERT INTO "scores" VALUES(17,33,450);
INSERT INTO "scores" VALUES(17,34,200);
INSERT INTO "scores" VALUES(17,35,100);
INSERT INTO "scores" VALUES(18,33,100);
INSERT INTO "scores" VALUES(18,34,1600);
INSERT INTO "scores" VALUES(18,35,50);
INSERT INTO "scores" VALUES(19,36,100);
INSERT INTO "scores" VALUES(19,37,100);
INSERT INTO "scores" VALUES(20,38,200);
INSERT INTO "scores" VALUES(20,39,350);
INSERT INTO "scores" VALUES(23,44,0);
INSERT INTO "scores" VALUES(23,45,5);
INSERT INTO "scores" VALUES(23,46,9);
INSERT INTO "scores" VALUES(24,45,5);
INSERT INTO "scores" VALUES(24,46,9);
INSERT INTO "scores" VALUES(25,47,12);
INSERT INTO "scores" VALUES(25,48,5);
INSERT INTO "scores" VALUES(25,49,2);
INSERT INTO "scores" VALUES(26,48,6);
INSERT INTO "scores" VALUES(26,49,2);
INSERT INTO "scores" VALUES(27,50,0);
INSERT INTO "scores" VALUES(27,51,14);
INSERT INTO "scores" VALUES(27,52,0);
INSERT INTO "scores" VALUES(28,50,0);
INSERT INTO "scores" VALUES(28,51,-14);
INSERT INTO "scores" VALUES(28,52,0);
INSERT INTO "scores" VALUES(29,50,14);
INSERT INTO "scores" VALUES(29,51,0);
INSERT INTO "scores" VALUES(29,52,0);
INSERT INTO "scores" VALUES(30,50,-14);
INSERT INTO "scores" VALUES(30,51,0);
INSERT INTO "scores" VALUES(30,52,0);
INSERT INTO "scores" VALUES(31,50,0);
INSERT INTO "scores" VALUES(31,51,14);
INSERT INTO "scores" VALUES(31,52,0);
INSERT INTO "scores" VALUES(32,50,0);
INSERT INTO "scores" VALUES(32,51,14);
INSERT INTO "scores" VALUES(32,52,0);
INSERT INTO "scores" VALUES(33,50,14);
INSERT INTO "scores" VALUES(33,52,0);
INSERT INTO "scores" VALUES(34,50,14);
INSERT INTO "scores" VALUES(34,52,0);
INSERT INTO "scores" VALUES(35,53,0);
INSERT INTO "scores" VALUES(35,54,5);
INSERT INTO "scores" VALUES(35,55,9);
INSERT INTO "scores" VALUES(36,56,0);
INSERT INTO "scores" VALUES(36,57,5);
INSERT INTO "scores" VALUES(36,58,9);
INSERT INTO "scores" VALUES(37,59,35);
INSERT INTO "scores" VALUES(37,60,80);
INSERT INTO "scores" VALUES(38,61,-250);
INSERT INTO "scores" VALUES(38,62,250);
INSERT INTO "scores" VALUES(39,63,21);
INSERT INTO "scores" VALUES(39,64,7);
CREATE TABLE seasons (
	id INTEGER NOT NULL, 
	uid VARCHAR(16) NOT NULL, 
	group_id INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	starts_on DATE NOT NULL, 
	ends_on DATE, 
	kinds JSON NOT NULL, 
	least_games INTEGER NOT NULL, 
	best_of INTEGER, 
	scheme JSON NOT NULL, 
	tie_breaks JSON NOT NULL, 
	early VARCHAR(8) NOT NULL, 
	created_at DATETIME NOT NULL, 
	closed_at DATETIME, 
	final JSON, deleted_at DATETIME, kept_until DATETIME, unrated_from VARCHAR(48), 
	CONSTRAINT pk_seasons PRIMARY KEY (id), 
	CONSTRAINT uq_seasons_uid UNIQUE (uid), 
	CONSTRAINT fk_seasons_group_id_groups FOREIGN KEY(group_id) REFERENCES groups (id) ON DELETE CASCADE
);
INSERT INTO "seasons" VALUES(1,'csJry1gE97B3',1,'Spring','2026-03-14','2026-03-14','[]',2,NULL,'{"kind": "places", "places": [4, 2, 1]}','["wins", "seconds", "best", "average"]','full','2026-03-14 20:10:00.000000','2026-03-14 21:45:21.000000','{"table": [{"player": "kq8lQ9bb1fL4", "name": "Bob", "colour": 2, "initial": "B", "is_retired": false, "rank": 1, "rank_before": 2, "decided_by": "", "missing_games": 0, "games": 6, "wins": 3, "points": 997920, "average": 166320, "best": 221760, "rating": 31.0, "doubt": 7.2, "form": [{"rank": 1, "is_win": true}, {"rank": 1, "is_win": true}, {"rank": 2, "is_win": false}, {"rank": 2, "is_win": false}, {"rank": 1, "is_win": true}]}, {"player": "IXw8ywaC_q0A", "name": "Ann", "colour": 1, "initial": "A", "is_retired": false, "rank": 2, "rank_before": 1, "decided_by": "", "missing_games": 0, "games": 5, "wins": 3, "points": 887040, "average": 177408, "best": 221760, "rating": 31.6, "doubt": 7.4, "form": [{"rank": 2, "is_win": false}, {"rank": 1, "is_win": true}, {"rank": 1, "is_win": true}, {"rank": 2, "is_win": false}, {"rank": 1, "is_win": true}]}, {"player": "aQ8C6c9FDZdz", "name": "Cy", "colour": 3, "initial": "C", "is_retired": false, "rank": 3, "rank_before": 3, "decided_by": "", "missing_games": 0, "games": 5, "wins": 1, "points": 443520, "average": 88704, "best": 221760, "rating": 16.6, "doubt": 7.3, "form": [{"rank": 3, "is_win": false}, {"rank": 3, "is_win": false}, {"rank": 1, "is_win": true}, {"rank": 3, "is_win": false}, {"rank": 3, "is_win": false}]}, {"player": "zBa2PHZvsKX0", "name": "Di", "colour": 4, "initial": "D", "is_retired": true, "rank": null, "rank_before": null, "decided_by": "", "missing_games": 1, "games": 1, "wins": 0, "points": 110880, "average": 110880, "best": 110880, "rating": 22.6, "doubt": 8.2, "form": [{"rank": 2, "is_win": false}]}, {"player": "vWbQQ2x9jKoW", "name": "Ed", "colour": 5, "initial": "E", "is_retired": false, "rank": null, "rank_before": null, "decided_by": "", "missing_games": 1, "games": 1, "wins": 0, "points": 110880, "average": 110880, "best": 110880, "rating": 22.4, "doubt": 8.0, "form": [{"rank": 2, "is_win": false}]}], "titles": [{"title": "Champion", "key": "rank", "players": ["kq8lQ9bb1fL4"], "names": ["Bob"], "value": 1}, {"title": "Most wins", "key": "wins", "players": ["kq8lQ9bb1fL4", "IXw8ywaC_q0A"], "names": ["Bob", "Ann"], "value": 3}, {"title": "Most games", "key": "games", "players": ["kq8lQ9bb1fL4"], "names": ["Bob"], "value": 6}]}',NULL,NULL,NULL);
INSERT INTO "seasons" VALUES(2,'jd-YFnjhmqXG',1,'Summer — 2nd','2026-03-15',NULL,'[]',2,NULL,'{"kind": "places", "places": [4, 2, 1]}','["wins", "seconds", "best", "average"]','full','2026-03-14 21:45:21.000000',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seasons" VALUES(3,'YT2dVi3H0Vu0',2,'Closed','2026-03-14','2026-03-14','[]',1,NULL,'{"kind": "points"}','["wins", "seconds", "best", "average"]','full','2026-03-14 20:05:00.000000','2026-03-14 20:16:00.000000','{"table": [{"player": "jZI7NpA7Brzd", "name": "Ann", "colour": 1, "initial": "A", "is_retired": false, "rank": 1, "rank_before": null, "decided_by": "", "missing_games": 0, "games": 1, "wins": 1, "points": 0, "average": 0, "best": 0, "rating": 27.9, "doubt": 8.2, "form": [{"rank": 1, "is_win": true}]}, {"player": "dDLSXqsTLsjK", "name": "Bob", "colour": 2, "initial": "B", "is_retired": false, "rank": 2, "rank_before": null, "decided_by": "", "missing_games": 0, "games": 1, "wins": 0, "points": -554400, "average": -554400, "best": -554400, "rating": 25.7, "doubt": 8.1, "form": [{"rank": 2, "is_win": false}]}, {"player": "lU5UV_-j1TiU", "name": "Cy", "colour": 3, "initial": "C", "is_retired": false, "rank": 3, "rank_before": null, "decided_by": "", "missing_games": 0, "games": 1, "wins": 0, "points": -997920, "average": -997920, "best": -997920, "rating": 21.4, "doubt": 8.1, "form": [{"rank": 3, "is_win": false}]}], "titles": [{"title": "Champion", "key": "rank", "players": ["jZI7NpA7Brzd"], "names": ["Ann"], "value": 1}, {"title": "Most wins", "key": "wins", "players": ["jZI7NpA7Brzd"], "names": ["Ann"], "value": 1}, {"title": "Most games", "key": "games", "players": ["jZI7NpA7Brzd", "dDLSXqsTLsjK", "lU5UV_-j1TiU"], "names": ["Ann", "Bob", "Cy"], "value": 1}]}',NULL,NULL,NULL);
INSERT INTO "seasons" VALUES(4,'spMv41GOPKuQ',2,'Places','2026-03-14',NULL,'[]',1,NULL,'{"kind": "places", "places": [5, 3, 2, 1]}','["wins", "seconds", "best", "average"]','half','2026-03-14 20:17:00.000000',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seasons" VALUES(5,'lnPOTiMuChR1',2,'Own points','2026-03-14',NULL,'[]',1,NULL,'{"kind": "points"}','["wins", "seconds", "best", "average"]','half','2026-03-14 20:18:00.000000',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE seats (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	left_after INTEGER, 
	total BIGINT NOT NULL, 
	rank INTEGER NOT NULL, 
	is_winner BOOLEAN NOT NULL, is_out BOOLEAN DEFAULT 0 NOT NULL, player_id INTEGER CONSTRAINT fk_seats_player_id_players REFERENCES players (id), 
	CONSTRAINT pk_seats PRIMARY KEY (id), 
	CONSTRAINT uq_seats_game_id_position UNIQUE (game_id, position), 
	CONSTRAINT fk_seats_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES(1,1,1,'Ann',NULL,600,1,0,0,NULL);
INSERT INTO "seats" VALUES(2,1,2,'Bob',NULL,500,2,0,0,NULL);
INSERT INTO "seats" VALUES(3,1,3,'Cyrus',NULL,150,3,0,0,NULL);
INSERT INTO "seats" VALUES(4,2,1,'Zoë 🍫',NULL,450,2,0,0,NULL);
INSERT INTO "seats" VALUES(5,2,2,'Bob',NULL,600,1,1,0,NULL);
INSERT INTO "seats" VALUES(6,3,1,'Ann',NULL,3,1,0,0,NULL);
INSERT INTO "seats" VALUES(7,3,2,'Bob',NULL,0,2,0,0,NULL);
INSERT INTO "seats" VALUES(8,3,3,'Cy',NULL,3,1,0,0,NULL);
INSERT INTO "seats" VALUES(9,3,4,'Di',NULL,0,2,0,0,NULL);
INSERT INTO "seats" VALUES(10,4,1,'Ann',NULL,20,1,0,0,NULL);
INSERT INTO "seats" VALUES(11,4,2,'Bob',NULL,-20,2,0,0,NULL);
INSERT INTO "seats" VALUES(12,5,1,'Ann',NULL,500,1,1,0,1);
INSERT INTO "seats" VALUES(13,5,2,'Bob',NULL,300,2,0,0,2);
INSERT INTO "seats" VALUES(14,5,3,'Cy',NULL,-250,3,0,0,3);
INSERT INTO "seats" VALUES(15,6,1,'Ann',NULL,600,2,0,0,1);
INSERT INTO "seats" VALUES(16,6,2,'Bob',NULL,750,1,1,0,2);
INSERT INTO "seats" VALUES(17,6,3,'Cyrus',2,150,3,0,0,3);
INSERT INTO "seats" VALUES(18,7,1,'Ann',NULL,0,1,0,0,1);
INSERT INTO "seats" VALUES(19,7,2,'Bob',NULL,0,1,0,0,2);
INSERT INTO "seats" VALUES(20,8,1,'Ann',NULL,3,1,1,0,1);
INSERT INTO "seats" VALUES(21,8,2,'Bob',NULL,0,2,0,0,2);
INSERT INTO "seats" VALUES(22,8,3,'Cy',NULL,3,1,1,0,3);
INSERT INTO "seats" VALUES(23,8,4,'Di',NULL,0,2,0,0,4);
INSERT INTO "seats" VALUES(24,9,1,'Ann',NULL,900,1,1,0,1);
INSERT INTO "seats" VALUES(25,9,2,'Di',NULL,100,2,0,0,4);
INSERT INTO "seats" VALUES(26,10,1,'Ann',NULL,20,1,0,0,1);
INSERT INTO "seats" VALUES(27,10,2,'Bob',NULL,-5,2,0,0,2);
INSERT INTO "seats" VALUES(28,10,3,'Cy',NULL,-15,3,0,0,3);
INSERT INTO "seats" VALUES(29,11,1,'Bob',NULL,700,1,1,0,2);
INSERT INTO "seats" VALUES(30,11,2,'Edward',NULL,250,2,0,0,7);
INSERT INTO "seats" VALUES(31,12,1,'Ann',NULL,100,2,0,0,1);
INSERT INTO "seats" VALUES(32,12,2,'Ed',NULL,200,1,0,0,5);
INSERT INTO "seats" VALUES(33,13,1,'Ann',NULL,550,2,0,0,1);
INSERT INTO "seats" VALUES(34,13,2,'Bob',NULL,1800,1,1,0,2);
INSERT INTO "seats" VALUES(35,13,3,'Cy',NULL,150,3,0,0,3);
INSERT INTO "seats" VALUES(36,14,1,'Ann',NULL,100,1,1,0,1);
INSERT INTO "seats" VALUES(37,14,2,'Bob',NULL,100,1,1,0,2);
INSERT INTO "seats" VALUES(38,15,1,'Ann',NULL,200,2,0,0,1);
INSERT INTO "seats" VALUES(39,15,2,'Zoë 🍫',NULL,350,1,0,0,6);
INSERT INTO "seats" VALUES(40,16,1,'Ann',NULL,0,1,0,0,1);
INSERT INTO "seats" VALUES(41,16,2,'Bob',NULL,0,1,0,0,2);
INSERT INTO "seats" VALUES(42,17,1,'Ann',NULL,0,1,0,0,1);
INSERT INTO "seats" VALUES(43,17,2,'Bob',NULL,0,1,0,0,2);
INSERT INTO "seats" VALUES(44,18,1,'Ann',1,0,1,1,0,8);
INSERT INTO "seats" VALUES(45,18,2,'Bob',NULL,10,2,0,0,9);
INSERT INTO "seats" VALUES(46,18,3,'Cy',NULL,18,3,0,0,10);
INSERT INTO "seats" VALUES(47,19,1,'Ann',NULL,0,2,0,1,8);
INSERT INTO "seats" VALUES(48,19,2,'Bob',NULL,0,2,0,1,9);
INSERT INTO "seats" VALUES(49,19,3,'Cy',NULL,4,1,1,0,10);
INSERT INTO "seats" VALUES(50,20,1,'Ann',NULL,0,2,0,1,8);
INSERT INTO "seats" VALUES(51,20,2,'Bob',NULL,0,3,0,1,9);
INSERT INTO "seats" VALUES(52,20,3,'Cy',NULL,0,1,1,0,10);
INSERT INTO "seats" VALUES(53,21,1,'Ann',NULL,0,3,0,0,8);
INSERT INTO "seats" VALUES(54,21,2,'Bob',NULL,5,2,0,0,9);
INSERT INTO "seats" VALUES(55,21,3,'Cy',NULL,9,1,1,0,10);
INSERT INTO "seats" VALUES(56,22,1,'Ann',NULL,0,3,0,0,8);
INSERT INTO "seats" VALUES(57,22,2,'Bob',NULL,5,2,0,0,9);
INSERT INTO "seats" VALUES(58,22,3,'Cy',NULL,9,1,1,0,10);
INSERT INTO "seats" VALUES(59,23,1,'Ann',NULL,35,1,1,0,8);
INSERT INTO "seats" VALUES(60,23,2,'Bob',NULL,80,2,0,0,9);
INSERT INTO "seats" VALUES(61,24,1,'Ann',NULL,-250,2,0,0,8);
INSERT INTO "seats" VALUES(62,24,2,'Bob',NULL,250,1,0,0,9);
INSERT INTO "seats" VALUES(63,25,1,'Ann',NULL,21,1,1,0,8);
INSERT INTO "seats" VALUES(64,25,2,'Bob',NULL,7,2,0,0,9);
CREATE TABLE standings (
	season_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	seconds INTEGER NOT NULL, 
	points BIGINT NOT NULL, 
	counted BIGINT NOT NULL, 
	best BIGINT NOT NULL, 
	form JSON NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	CONSTRAINT pk_standings PRIMARY KEY (season_id, player_id), 
	CONSTRAINT fk_standings_season_id_seasons FOREIGN KEY(season_id) REFERENCES seasons (id) ON DELETE CASCADE, 
	CONSTRAINT fk_standings_player_id_players FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE CASCADE
);
INSERT INTO "standings" VALUES(1,1,5,3,2,887040,887040,221760,'[{"rank": 2, "is_win": false}, {"rank": 1, "is_win": true}, {"rank": 1, "is_win": true}, {"rank": 2, "is_win": false}, {"rank": 1, "is_win": true}]',3.16417457804394324232e+01,7.42288948737923);
INSERT INTO "standings" VALUES(1,2,6,3,3,997920,997920,221760,'[{"rank": 1, "is_win": true}, {"rank": 1, "is_win": true}, {"rank": 2, "is_win": false}, {"rank": 2, "is_win": false}, {"rank": 1, "is_win": true}]',3.09627272834076272545e+01,7.24875242580115930479e+00);
INSERT INTO "standings" VALUES(1,3,5,1,0,443520,443520,221760,'[{"rank": 3, "is_win": false}, {"rank": 3, "is_win": false}, {"rank": 1, "is_win": true}, {"rank": 3, "is_win": false}, {"rank": 3, "is_win": false}]',1.65961070560089467566e+01,7.31473610345666269694e+00);
INSERT INTO "standings" VALUES(1,4,1,0,1,110880,110880,110880,'[{"rank": 2, "is_win": false}]',22.5631208196224,8.17113822082862739648e+00);
INSERT INTO "standings" VALUES(1,5,1,0,1,110880,110880,110880,'[{"rank": 2, "is_win": false}]',2.24285041819325563498e+01,8.03486765084182152918e+00);
INSERT INTO "standings" VALUES(2,1,1,1,0,166320,166320,166320,'[{"rank": 1, "is_win": true}]',25.0,8.06590141354368);
INSERT INTO "standings" VALUES(2,2,1,1,0,166320,166320,166320,'[{"rank": 1, "is_win": true}]',25.0,8.06590141354368);
INSERT INTO "standings" VALUES(3,8,1,1,0,0,0,0,'[{"rank": 1, "is_win": true}]',2.78690486807494259831e+01,8.20524337739799314306e+00);
INSERT INTO "standings" VALUES(3,9,1,0,1,-554400,-554400,-554400,'[{"rank": 2, "is_win": false}]',2.57172621701873573831e+01,8.0582242228023783781e+00);
INSERT INTO "standings" VALUES(3,10,1,0,0,-997920,-997920,-997920,'[{"rank": 3, "is_win": false}]',2.14136891490632166315e+01,8.0582242228023783781e+00);
INSERT INTO "standings" VALUES(4,8,5,1,2,803880,803880,277200,'[{"rank": 3, "is_win": false}, {"rank": 3, "is_win": false}, {"rank": 2, "is_win": false}, {"rank": 2, "is_win": false}, {"rank": 1, "is_win": true}]',1.993418479721944081e+01,7.21108387922471294473e+00);
INSERT INTO "standings" VALUES(4,9,5,0,4,748440,748440,166320,'[{"rank": 2, "is_win": false}, {"rank": 2, "is_win": false}, {"rank": 3, "is_win": false}, {"rank": 2, "is_win": false}, {"rank": 2, "is_win": false}]',2.33884069970292642883e+01,7.15321180375022258601e+00);
INSERT INTO "standings" VALUES(4,10,5,4,0,1219680,1219680,277200,'[{"rank": 1, "is_win": true}, {"rank": 1, "is_win": true}, {"rank": 1, "is_win": true}, {"rank": 1, "is_win": true}, {"rank": 3, "is_win": false}]',3.19571855253253964699e+01,7.57355113911678845539e+00);
INSERT INTO "standings" VALUES(5,8,5,1,2,-221760,-221760,0,'[{"rank": 3, "is_win": false}, {"rank": 3, "is_win": false}, {"rank": 2, "is_win": false}, {"rank": 2, "is_win": false}, {"rank": 1, "is_win": true}]',1.993418479721944081e+01,7.21108387922471294473e+00);
INSERT INTO "standings" VALUES(5,9,5,0,4,-221760,-221760,277200,'[{"rank": 2, "is_win": false}, {"rank": 2, "is_win": false}, {"rank": 3, "is_win": false}, {"rank": 2, "is_win": false}, {"rank": 2, "is_win": false}]',2.33884069970292642883e+01,7.15321180375022258601e+00);
INSERT INTO "standings" VALUES(5,10,5,4,0,-221760,-221760,498960,'[{"rank": 1, "is_win": true}, {"rank": 1, "is_win": true}, {"rank": 1, "is_win": true}, {"rank": 1, "is_win": true}, {"rank": 3, "is_win": false}]',3.19571855253253964699e+01,7.57355113911678845539e+00);
CREATE TABLE votes (
	proposal_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	choice VARCHAR(6) NOT NULL, 
	device_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_votes PRIMARY KEY (proposal_id, player_id), 
	CONSTRAINT fk_votes_proposal_id_proposals FOREIGN KEY(proposal_id) REFERENCES proposals (id) ON DELETE CASCADE, 
	CONSTRAINT fk_votes_player_id_players FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE CASCADE, 
	CONSTRAINT fk_votes_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
);
INSERT INTO "votes" VALUES(1,1,'yes',6,'2026-03-14 21:41:21.000000');
INSERT INTO "votes" VALUES(1,2,'yes',6,'2026-03-14 21:41:21.000000');
INSERT INTO "votes" VALUES(1,3,'yes',6,'2026-03-14 21:41:21.000000');
INSERT INTO "votes" VALUES(1,5,'yes',6,'2026-03-14 21:41:21.000000');
INSERT INTO "votes" VALUES(2,2,'no',6,'2026-03-15 22:17:21.000000');
CREATE TABLE "write_keys" (
	id INTEGER NOT NULL, 
	device_id INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	fingerprint VARCHAR(64) NOT NULL, 
	game_id INTEGER, 
	version INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	group_id INTEGER, 
	CONSTRAINT pk_write_keys PRIMARY KEY (id), 
	CONSTRAINT fk_write_keys_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id), 
	CONSTRAINT fk_write_keys_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT uq_write_keys_device_id_key UNIQUE (device_id, "key"), 
	CONSTRAINT fk_write_keys_group_id_groups FOREIGN KEY(group_id) REFERENCES groups (id) ON DELETE CASCADE
);
CREATE INDEX ix_entries_seat_id ON entries (seat_id);
CREATE INDEX ix_scores_seat_id ON scores (seat_id);
CREATE INDEX ix_passes_game_id ON passes (game_id);
CREATE INDEX ix_memberships_device_id ON memberships (device_id);
CREATE INDEX ix_claims_seat_id ON claims (seat_id);
CREATE INDEX ix_scorecards_device_id ON scorecards (device_id);
CREATE INDEX ix_players_group_id ON players (group_id);
CREATE INDEX ix_group_memberships_device_id ON group_memberships (device_id);
CREATE INDEX ix_player_claims_player_id ON player_claims (player_id);
CREATE INDEX ix_passkeys_membership_id ON passkeys (membership_id);
CREATE INDEX ix_seasons_group_id ON seasons (group_id);
CREATE INDEX ix_results_player_id_order_key ON results (player_id, order_key);
CREATE INDEX ix_results_group_id_order_key ON results (group_id, order_key);
CREATE INDEX ix_feats_group_id_kind_key_worth_order_key ON feats (group_id, kind, "key", worth, order_key);
CREATE INDEX ix_feats_player_id_kind_key_worth_order_key ON feats (player_id, kind, "key", worth, order_key);
CREATE INDEX ix_awards_season_id_player_id_order_key ON awards (season_id, player_id, order_key);
CREATE INDEX ix_awards_season_id_order_key ON awards (season_id, order_key);
CREATE INDEX ix_awards_game_id ON awards (game_id);
CREATE INDEX ix_awards_season_id_player_id_points ON awards (season_id, player_id, points);
CREATE INDEX ix_games_group_id_deleted_at_started_at ON games (group_id, deleted_at, started_at);
CREATE INDEX ix_games_group_id_deleted_at_kind_started_at ON games (group_id, deleted_at, kind, started_at);
CREATE INDEX ix_seats_player_id ON seats (player_id);
CREATE INDEX ix_write_keys_game_id ON write_keys (game_id);
CREATE INDEX ix_write_keys_group_id ON write_keys (group_id);
CREATE INDEX ix_house_rules_group_id ON house_rules (group_id);
CREATE INDEX ix_agreements_player_id ON agreements (player_id);
CREATE INDEX ix_proposals_house_rules_id ON proposals (house_rules_id);
CREATE INDEX ix_votes_player_id ON votes (player_id);
CREATE INDEX ix_comments_proposal_id ON comments (proposal_id);
CREATE INDEX ix_rulings_house_rules_id ON rulings (house_rules_id);
CREATE INDEX ix_rulings_game_id ON rulings (game_id);
CREATE INDEX ix_amendments_game_id ON amendments (game_id);
CREATE INDEX ix_games_running ON games (group_id, deleted_at, started_at) WHERE ended_at IS NULL;
COMMIT;
