/** An object in which what may be `undefined` is absent. */
export type Defined<Row> = { readonly [Name in keyof Row as undefined extends Row[Name] ? never : Name]: Row[Name] } & {
  readonly [Name in keyof Row as undefined extends Row[Name] ? Name : never]?: Exclude<Row[Name], undefined>;
};

/** Returns a row without its undefined properties. */
export function defined<Row extends object>(row: Row): Defined<Row> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Defined<Row>;
}
