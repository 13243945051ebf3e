import * as v from 'valibot'

/**
 * Makes a search param optional. An invalid value is treated as absent, so that an edited URL still opens the
 * page.
 */
export const ignoreInvalid = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined)
