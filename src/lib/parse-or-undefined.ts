import * as v from 'valibot'

/**
 * Parses a value with a schema. Returns undefined if it is invalid, for example because an older version
 * stored it.
 */
export const parseOrUndefined = <T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | undefined => {
  const result = v.safeParse(schema, value)
  return result.success ? result.output : undefined
}
