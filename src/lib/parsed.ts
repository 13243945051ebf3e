import * as v from 'valibot'

/** A value as a schema reads it; undefined where it does not fit, as what an older version may have stored. */
export const parsed = <T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | undefined => {
  const result = v.safeParse(schema, value)
  return result.success ? result.output : undefined
}
