import { OPTIONS, type OptionName, type ValueName, type ValueOf } from "./options.ts";
import { UsageError } from "./usage-error.ts";

/** Options from one source, such as the arguments or an object of the configuration file. */
export interface Layer {
  readonly values: { readonly [Name in OptionName]?: string | boolean | undefined };
  /** Returns an option as the user wrote it, such as `--since` or `streams.auditlog.since`. */
  nameOf(option: OptionName): string;
}

/** Collects mistakes, so that all are reported. */
export type Mistakes = Set<string>;

/** Options of several sources: an earlier layer has precedence. */
export interface Layers {
  /** Returns a value. `undefined` if it is absent or invalid; then it is in the mistakes. */
  read<Name extends ValueName>(option: Name): ValueOf<Name> | undefined;
  isSet(option: OptionName): boolean;
  /** Returns an option as the user wrote it, or would write it. */
  nameOf(option: OptionName): string;
}

/** Joins layers, of which there is at least one. */
export function joinLayers(layers: readonly [Layer, ...Layer[]], now: number, mistakes: Mistakes): Layers {
  const layerOf = (option: OptionName): Layer => layers.find(({ values }) => values[option] !== undefined && values[option] !== false) ?? layers[0];
  const nameOf = (option: OptionName): string => layerOf(option).nameOf(option);
  return {
    read<Name extends ValueName>(option: Name): ValueOf<Name> | undefined {
      const text = layerOf(option).values[option];
      if (typeof text !== "string") return undefined;
      return collect(mistakes, () => OPTIONS[option].kind.read(nameOf(option), text, now) as ValueOf<Name>);
    },
    isSet: (option) => layerOf(option).values[option] !== undefined && layerOf(option).values[option] !== false,
    nameOf,
  };
}

/** Returns the result of work. A mistake of the user is collected. */
export function collect<Result>(mistakes: Mistakes, work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    mistakes.add(error.message);
    return undefined;
  }
}
