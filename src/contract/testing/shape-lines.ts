import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { localeCodes } from '../../config/locales.ts'
import { courseId, extraModuleId, moduleId, videoId } from '../shared-schemas.ts'

/** Lists of courses and locales are content, so a new module does not change the shape. */
const contentLabels: Record<string, string> = {
  [courseId.options.join()]: 'ids of courses',
  [videoId.options.join()]: 'ids of video modules',
  [extraModuleId.options.join()]: 'ids of extra modules',
  [moduleId.options.join()]: 'ids of modules',
  [localeCodes.join()]: 'locale codes',
}
const labelContent = (name: string, value: unknown): unknown =>
  name === 'enum' && Array.isArray(value) ? (contentLabels[value.join()] ?? value) : value

type Shape = {
  [keyword: string]: unknown
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
}

/** One line per field, and one per nested field: `body.answers[].value`. */
const listLines = (
  path: string,
  { properties = {}, items, anyOf = [], oneOf = [], ...keywords }: Shape,
): string[] => [
  `  ${path} ${JSON.stringify(keywords, labelContent)}`,
  ...Object.entries(properties).flatMap(([name, field]) => listLines(`${path}.${name}`, field)),
  ...(items ? listLines(`${path}[]`, items) : []),
  ...[...anyOf, ...oneOf].flatMap((choice, index) => listLines(`${path}|${index + 1}`, choice)),
]

/** The shape of a schema as text, one line per field. */
export const shapeLines = (name: string, schema: GenericSchema, typeMode: 'input' | 'output'): string[] => {
  const { $schema: _dialect, ...shape } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these keywords matter
  return listLines(name, shape as Shape)
}
