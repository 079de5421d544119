/**
 * Replaces a README's sections between `<!-- generated: NAME -->` and `<!-- end -->`.
 *
 * @returns The whole text; unchanged if it has no such marks.
 */
export function withSections(text: string, sections: { readonly [name: string]: string }): string {
  return text.replaceAll(/(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(\n<!-- end -->)/g, (all, begin: string, name: string, end: string) => {
    const section = sections[name];
    return section === undefined ? all : `${begin}\n${section}${end}`;
  });
}
