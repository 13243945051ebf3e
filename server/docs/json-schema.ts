import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

export type JsonSchema = ReturnType<typeof toJsonSchema>

/**
 * Converts a schema of the contract to JSON Schema: of the values that it accepts (`input`), or of the values
 * that it converts them to (`output`). Omits checks that JSON Schema cannot express.
 */
export const createJsonSchema = (schema: GenericSchema, typeMode: 'input' | 'output'): JsonSchema => {
  const options = { target: 'draft-2020-12', typeMode, errorMode: 'ignore' } as const
  const { $schema: _dialect, ...json } = toJsonSchema(schema, options)
  return json
}
