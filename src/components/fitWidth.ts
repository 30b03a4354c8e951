/** Fills `slot` with what `draw` gives for its width, again whenever the width changes; returns what undoes it. */
export function fitWidth(slot: HTMLElement, draw: (width: number) => Node[]): () => void {
  let drawn = 0;
  const redraw = () => {
    const width = Math.floor(slot.clientWidth);
    if (width === 0 || width === drawn) return;
    drawn = width;
    slot.replaceChildren(...draw(width));
  };
  const observer = new ResizeObserver(redraw);
  observer.observe(slot);
  redraw();
  return () => observer.disconnect();
}
