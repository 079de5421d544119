/** Shows a part of the text that the styles leave out of a first view, and the next one later. */
function showPart(): void {
  const all = [...document.querySelectorAll<HTMLElement>(".vp-doc > div > *")];
  const part = all.filter((element) => getComputedStyle(element).contentVisibility === "auto").slice(0, 20);
  for (const { style } of part) style.contentVisibility = "visible";
  // It gets its place in this task: the next frame has other work, too.
  document.body.getBoundingClientRect();
  if (part.length === 0) showAll();
  else whenIdle(showPart);
}

const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

const showAll = (): void => document.documentElement.classList.remove("first-view");

// Who follows a link goes to a place, so the text above it needs its height.
for (const type of ["pointerdown", "keydown"]) addEventListener(type, showAll, { capture: true, once: true });
whenIdle(showPart);
