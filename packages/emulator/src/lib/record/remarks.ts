/** Returns a text with `*` in place of the positions in arrays, so that equal remarks on different positions are equal. */
export function withoutPositions(text: string): string {
  return text.replaceAll(/(?<=^|[/ ])\d+(?=[/ ])/g, "*");
}
