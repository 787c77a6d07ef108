// The page without a network: sw.js is set to work, and a newer build is offered when it has arrived.
import { element } from "../base/dom.js";

/** A page that stays open asks for a newer build when it is looked at, at most so often. */
const LOOK_MS = 3_600_000;
const AGAIN_MS = 500;
/** Browsers wait for an older worker that was asked for something in this moment, Chromium for minutes. We do not. */
const PATIENCE_MS = 8_000;

const USE = "Use it now";

/** `place`: where the offer stands; `announce(text)` reads it out; `keep()` promises whether the page is kept over a reload. */
export async function startOffline({ place, announce, keep }) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return; // not on this address, or not in this browser's private windows
  let isControlled = serviceWorker.controller !== null;
  let registration;
  try {
    registration = await serviceWorker.register("sw.js", { updateViaCache: "none" });
  } catch {
    return; // storage is off, say: the page is there with a network only
  }
  serviceWorker.controller?.postMessage("opened");

  let calling = 0;
  const button = element("button.link", { type: "button", onclick: use }, USE);
  function use() {
    button.disabled = true;
    button.textContent = "One moment …";
    if (!registration.waiting) {
      openAgain();
      return;
    }
    const end = Date.now() + PATIENCE_MS;
    const call = () => {
      registration.waiting?.postMessage("use");
      if (Date.now() > end) goAround();
    };
    clearInterval(calling);
    calling = setInterval(call, AGAIN_MS);
    call();
  }

  // The older worker stays. Without any, the page comes from the host, which has the newer build if it is there.
  async function goAround() {
    clearInterval(calling);
    const response = await fetch("sw.js", { cache: "no-store" }).catch(() => null);
    if (!calling) return; // the newer one has come meanwhile
    if (response?.ok) await registration.unregister();
    openAgain();
  }

  async function openAgain() {
    if (await keep()) location.reload();
    button.disabled = false;
    button.textContent = USE;
  }

  function offer() {
    if (place.querySelector(".newer")) return;
    place.append(element("span.newer", {}, "A newer Rung is here. ", button));
    announce("A newer Rung is here");
  }

  const offerWaiting = () => { if (registration.waiting && isControlled) offer(); };
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offerWaiting));
  registration.installing?.addEventListener("statechange", offerWaiting);
  offerWaiting();

  serviceWorker.addEventListener("controllerchange", () => {
    if (calling) openAgain();
    else if (isControlled) offer(); // another tab has asked for it
    clearInterval(calling);
    calling = 0;
    isControlled = true;
  });

  let last = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - last < LOOK_MS) return;
    last = Date.now();
    registration.update().catch(() => {}); // there is no network
  });
}
