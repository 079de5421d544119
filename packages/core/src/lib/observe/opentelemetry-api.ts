// The used part of `@opentelemetry/api`, declared here so that no version of it breaks a build.

/** What a span or a measurement says. */
export interface Attributes {
  [name: string]: string | number | boolean;
}

/** The context of a trace. */
export interface TraceContext {
  setValue(key: symbol, value: unknown): TraceContext;
}

/** A span of a trace. */
export interface Span {
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { readonly code: number }): unknown;
  addEvent(name: string, attributes: Attributes): unknown;
  end(): void;
}

/** What a span is started with. */
export interface SpanSettings {
  readonly kind: number;
  readonly attributes: Attributes;
}

/** Makes the spans of one library. */
export interface Tracer {
  startSpan(name: string, settings: SpanSettings, context?: TraceContext): Span;
}

/** Gathers durations. */
export interface Histogram {
  record(value: number, attributes: Attributes, context?: TraceContext): void;
}

/** The four entry points of `@opentelemetry/api`, by the names under which it exports them. */
export interface OpenTelemetryApi {
  readonly context: { active(): TraceContext; with(context: TraceContext, send: () => void): unknown };
  readonly trace: { getTracer(name: string): Tracer; setSpan(context: TraceContext, span: Span): TraceContext };
  readonly propagation: { inject(context: TraceContext, carrier: { [name: string]: string }): void };
  readonly metrics: {
    getMeter(name: string): {
      createHistogram(name: string, settings: { description: string; unit: string; advice: { explicitBucketBoundaries: number[] } }): Histogram;
    };
  };
}
