/* Make a passkey, or show one. The buttons appear only where the browser has passkeys and the page
   stands at the address for which they are made; what the phone answers is sent as a form. */
(() => {
  "use strict";

  const FORMS = "form[data-passkey]";
  const SENTENCES = {
    NotAllowedError: say("Nothing was chosen, or it took too long. Try again."),
    AbortError: say("Stopped. Try again."),
    InvalidStateError: say("This phone has a passkey for this group already."),
    NotSupportedError: say("This phone cannot make such a passkey."),
    SecurityError: say("Passkeys do not work at this address."),
    ConstraintError: say("This phone needs a screen lock before it can keep a passkey."),
  };

  // The forms whose phone is thinking.
  const asking = new WeakSet();

  atEachPage(appear);

  // Before the script that sends forms: it sends this one once the phone's answer is in it.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches(FORMS) || form.elements.credential.value) return;
    event.preventDefault();
    if (!asking.has(form)) ask(form);
  }, true);

  function appear() {
    for (const form of document.querySelectorAll(FORMS)) {
      form.hidden = !canUse(form);
      if (form.hidden) continue;
      for (const none of document.querySelectorAll("[data-passkey-none]")) none.hidden = true;
    }
  }

  function canUse(form) {
    return Boolean(window.isSecureContext && window.PublicKeyCredential && navigator.credentials && form.dataset.origin === location.origin);
  }

  async function ask(form) {
    asking.add(form);
    tell(form, "");
    try {
      const options = await fetchOptions(form);
      const credential = form.dataset.passkey === "make"
        ? await navigator.credentials.create({ publicKey: forMaking(options) })
        : await navigator.credentials.get({ publicKey: forShowing(options) });
      form.elements.credential.value = JSON.stringify(plain(credential));
      // It stays there until the server has answered: without a network it is sent again.
      form.requestSubmit();
    } catch (error) {
      tell(form, error.sentence || SENTENCES[error.name] || say("That did not work on this phone."));
    } finally {
      asking.delete(form);
    }
  }

  async function fetchOptions(form) {
    let response;
    try {
      response = await fetch(form.dataset.options, {
        method: "POST", body: new URLSearchParams(new FormData(form)),
        headers: { Accept: "application/json" }, signal: AbortSignal.timeout(15000),
      });
    } catch {
      throw { sentence: say("No connection. Try again in a moment.") };
    }
    if (response.ok) return response.json();
    throw { sentence: (await outbox.answerOf(response)).detail };
  }

  function tell(form, text) {
    const place = form.querySelector("[data-passkey-problem]");
    place.textContent = text;
    place.hidden = !text;
  }

  function forMaking(options) {
    return {
      ...options,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: described(options.excludeCredentials),
    };
  }

  function forShowing(options) {
    return { ...options, challenge: bytes(options.challenge), allowCredentials: described(options.allowCredentials) };
  }

  function described(credentials) {
    return (credentials || []).map((one) => ({ ...one, id: bytes(one.id) }));
  }

  /* What a phone answers, as JSON: its bytes in the base64 of addresses. */
  function plain(credential) {
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (credential.response[name]) response[name] = text(credential.response[name]);
    }
    return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response };
  }

  function bytes(encoded) {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  }

  function text(buffer) {
    const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
    return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }
})();
