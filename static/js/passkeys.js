"use strict";

// Makes a passkey, or shows one: what the device answers goes into the form. Without this, or where there are no
// passkeys, the page says so and what works instead.
{
  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const listed = (keys) => keys?.map((key) => ({ ...key, id: bytes(key.id) }));

  function asked({ publicKey }) {
    const { user, excludeCredentials, allowCredentials, challenge } = publicKey;
    return { publicKey: {
      ...publicKey,
      challenge: bytes(challenge),
      ...(user && { user: { ...user, id: bytes(user.id) } }),
      ...(excludeCredentials && { excludeCredentials: listed(excludeCredentials) }),
      ...(allowCredentials && { allowCredentials: listed(allowCredentials) }),
    } };
  }

  function answered({ id, rawId, type, response }, extensions) {
    const said = {};
    for (const part of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"])
      if (response[part]) said[part] = text(response[part]);
    return JSON.stringify({ id, rawId: text(rawId), type, response: said, clientExtensionResults: extensions });
  }

  async function optionsOf({ options, ask }) {
    if (options) return JSON.parse(options);
    const answer = await fetch(ask, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.statusText);
    return (await answer.json()).request_options;
  }

  function say(form, which) {
    for (const words of form.querySelectorAll("[data-when]")) words.hidden = words.dataset.when !== which;
  }

  async function use(form, button) {
    say(form, "");
    button.disabled = true;
    try {
      const options = asked(await optionsOf(form.dataset));
      const make = form.dataset.passkey === "make";
      const credential = await (make ? navigator.credentials.create(options) : navigator.credentials.get(options));
      form.elements.credential.value = answered(credential, credential.getClientExtensionResults());
      form.submit();
    } catch (error) {
      say(form, error.name === "InvalidStateError" ? "known" : "failed");
      button.disabled = false;
    }
  }

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    const place = form.querySelector("[data-use]");
    if (!window.PublicKeyCredential) continue;
    if (form.dataset.at !== location.origin) {
      say(form, "elsewhere");
      continue;
    }
    say(form, "");
    place.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      use(form, place.querySelector("button"));
    });
  }
}
