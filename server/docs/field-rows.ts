import type { JsonSchema } from './json-schema.ts'

/** A field of a body or a response as one line of a table: `answers[].value`. */
export type FieldRow = { field: string; type: string; required: boolean }

type Part = JsonSchema | boolean | undefined
type Schema = Exclude<Part, boolean | undefined>

const isSchema = (part: Part): part is Schema => typeof part === 'object'

const itemsOf = ({ items }: Schema): Schema | undefined =>
  typeof items === 'object' && !Array.isArray(items) ? items : undefined

const limits = ({ minLength, maxLength, minItems, maxItems, minimum, maximum }: Schema): string => {
  const [least, most] = [minLength ?? minItems ?? minimum, maxLength ?? maxItems ?? maximum]
  if (least !== undefined && most !== undefined)
    return least === most ? `, ${least}` : `, ${least} to ${most}`
  if (most !== undefined) return `, at most ${most}`
  return least === undefined ? '' : `, at least ${least}`
}

const typeOf = (schema: Schema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf) return schema.anyOf.filter(isSchema).map(typeOf).join(' or ')
  const items = itemsOf(schema)
  if (items) return `array of ${typeOf(items)}${limits(schema)}`
  if (isSchema(schema.additionalProperties)) {
    return `object of ${typeOf(schema.additionalProperties)} by name`
  }
  const form = schema.format ?? (schema.pattern === undefined ? '' : `/${schema.pattern}/`)
  return `${String(schema.type ?? 'any')}${form === '' ? '' : ` (${form})`}${limits(schema)}`
}

/** The object among the alternatives of a schema; the first one if there are several. */
const objectOf = (schema: Schema): Schema =>
  [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isSchema).find(({ properties }) => properties) ??
  schema

/** The rows of nested fields: those of an object, or of the items of a list. */
const inner = (field: string, schema: Schema): FieldRow[] => {
  const items = itemsOf(schema)
  if (items) return inner(`${field}[]`, items)
  return fieldRows(schema, `${field}.`)
}

/** The rows of all fields of a schema. Nested fields follow their parent. */
export const fieldRows = (schema: Schema, prefix = ''): FieldRow[] => {
  const { properties, required = [] } = objectOf(schema)
  return Object.entries(properties ?? {}).flatMap(([name, part]) => {
    if (!isSchema(part)) return []
    const field = prefix + name
    const row = { field, type: typeOf(part), required: required.includes(name) }
    return [row].concat(inner(field, part))
  })
}
