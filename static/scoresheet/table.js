// The pages work without this file. With it a tap changes the page in place, a form is sent once, and a page
// that waits looks by itself whether the table has moved on.

const main = () => document.getElementById("main");
let busy = false;

/** Put the main part of an answer in place of the one shown; keep the scroll position. */
async function show(answer) {
  if (!answer.headers.get("Content-Type")?.startsWith("text/html")) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.getElementById("main");
  if (!next) return location.reload();
  const here = new URL(answer.url);
  const elsewhere = here.pathname !== location.pathname;
  if (elsewhere) return location.assign(here.pathname);
  main().replaceWith(document.adoptNode(next));
  document.title = page.title;
  const refusal = next.querySelector(".refusal");
  if (refusal) refusal.focus({ preventScroll: true });
}

/** Say, or no longer say, that there was no answer. */
function lost(is) {
  document.getElementById("lost").hidden = !is;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.closest("main")) return;
  if (busy) return event.preventDefault();
  if (form.method === "get") return;
  if (!main().dataset.table) {
    if (form.hasAttribute("data-once")) { busy = true; form.setAttribute("aria-busy", "true"); }
    return;
  }
  event.preventDefault();
  busy = true;
  form.setAttribute("aria-busy", "true");
  try {
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const headers = { Prefer: "return=representation" }; // the page itself, not the way to it
    await show(await fetch(form.action, { method: "POST", body, headers }));
    lost(false);
  } catch {
    lost(true); // the form is still there with its token, so sending it again counts once
  } finally {
    busy = false;
    form.removeAttribute("aria-busy");
  }
});

addEventListener("pageshow", (event) => {
  busy = false;
  if (event.persisted) location.reload(); // never a page from memory: it may show somebody else's cards
});

async function look() {
  const { version, seq, here } = main().dataset;
  if (!version || busy || document.hidden) return;
  try {
    const answer = await fetch(version);
    if (!answer.ok || (await answer.json()).seq === Number(seq) || busy) return;
    const page = await fetch(here);
    if (!busy && main().dataset.seq === seq) await show(page);
  } catch { /* no signal: the next look may have it */ }
}
setInterval(look, 2000);
document.addEventListener("visibilitychange", look);

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
