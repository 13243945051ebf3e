import type { JsonSchema } from './json-schema.ts'

/** A field of a body or a response as one line of a table: `answers[].value`. */
export type FieldRow = { field: string; type: string; required: boolean }

/** What JSON Schema allows in the place of a schema. */
type SchemaOrBoolean = JsonSchema | boolean | undefined
type Schema = Exclude<SchemaOrBoolean, boolean | undefined>

const isSchema = (part: SchemaOrBoolean): part is Schema => typeof part === 'object'

const findItems = ({ items }: Schema): Schema | undefined =>
  typeof items === 'object' && !Array.isArray(items) ? items : undefined

const describeLimits = ({ minLength, maxLength, minItems, maxItems, minimum, maximum }: Schema): string => {
  const min = minLength ?? minItems ?? minimum
  const max = maxLength ?? maxItems ?? maximum
  if (min !== undefined && max !== undefined) return min === max ? `, ${min}` : `, ${min} to ${max}`
  if (max !== undefined) return `, at most ${max}`
  return min === undefined ? '' : `, at least ${min}`
}

const describeType = (schema: Schema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf) return schema.anyOf.filter(isSchema).map(describeType).join(' or ')
  const items = findItems(schema)
  if (items) return `array of ${describeType(items)}${describeLimits(schema)}`
  if (isSchema(schema.additionalProperties)) {
    return `object of ${describeType(schema.additionalProperties)} by name`
  }
  const format = schema.format ?? (schema.pattern === undefined ? '' : `/${schema.pattern}/`)
  return `${String(schema.type ?? 'any')}${format === '' ? '' : ` (${format})`}${describeLimits(schema)}`
}

/** Returns the first alternative of a schema that is an object, or the schema itself. */
const findObjectSchema = (schema: Schema): Schema => {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isSchema)
  return alternatives.find(({ properties }) => properties) ?? schema
}

/** Lists the rows of nested fields: those of an object, or of the items of a list. */
const listNestedRows = (field: string, schema: Schema): FieldRow[] => {
  const items = findItems(schema)
  if (items) return listNestedRows(`${field}[]`, items)
  return createFieldRows(schema, `${field}.`)
}

/** Lists the rows of all fields of a schema. Nested fields follow their parent, whose path is `prefix`. */
export const createFieldRows = (schema: Schema, prefix = ''): FieldRow[] => {
  const { properties, required = [] } = findObjectSchema(schema)
  return Object.entries(properties ?? {}).flatMap(([name, part]) => {
    if (!isSchema(part)) return []
    const field = prefix + name
    const row = { field, type: describeType(part), required: required.includes(name) }
    return [row].concat(listNestedRows(field, part))
  })
}
