import * as v from 'valibot'

/** `url`: where the collector accepts traces. `share`: the share of traced requests, at most 1. */
export type TracingSettings = { url: string; headers: Record<string, string>; share: number }

/** Whether a text is a URL without secrets, which belong in the headers. */
const isCollectorUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '')
  )
}

/** Parses comma-separated `name=value` pairs with percent-encoded values. Returns undefined if malformed. */
const parseHeaders = (text: string): Record<string, string> | undefined => {
  try {
    const pairs = text.split(',').map((pair) => {
      const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(\S+)\s*$/.exec(pair) ?? []
      if (name === undefined || value === undefined)
        throw new Error('A header must have the form `name=value`.')
      const decoded = decodeURIComponent(value)
      if (!/^[\x20-\x7e]+$/.test(decoded)) throw new Error('The value cannot be sent in a header.')
      return [name, decoded] as const
    })
    return Object.fromEntries(pairs)
  } catch {
    return undefined
  }
}

/** OpenTelemetry's variables. Error messages never repeat the headers, which contain the collector's key. */
export const tracingVariables = {
  /** The collector, which accepts OTLP over HTTP. If absent, nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(
    v.pipe(
      v.string(),
      v.check(isCollectorUrl, 'must be the address of a collector such as http://localhost:4318.'),
    ),
  ),
  /** Headers for the collector, such as its key: comma-separated `name=value` pairs. */
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => parseHeaders(text) !== undefined, 'must be name=value, with commas between several.'),
    ),
  ),
  /** The share of requests that are traced. */
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => /^(?:0?\.\d+|[01](?:\.0+)?)$/.test(text), 'must be a share from 0 to 1.'),
      v.transform(Number),
    ),
    '0.05',
  ),
}

type Variables = v.InferOutput<v.ObjectSchema<typeof tracingVariables, undefined>>

/** Returns the settings from the variables, or undefined if nothing is traced. */
export const createTracingSettings = ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_TRACES_SAMPLER_ARG: share,
}: Variables): TracingSettings | undefined =>
  endpoint === undefined
    ? undefined
    : {
        url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
        headers: (headers !== undefined && parseHeaders(headers)) || {},
        share,
      }
