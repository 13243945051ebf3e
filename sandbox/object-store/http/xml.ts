import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as v from 'valibot'
import { S3Error } from './errors.ts'

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

const namedEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * An XML parser keeps control characters, including carriage return and line feed, only if they are
 * references.
 */
// oxlint-disable-next-line no-control-regex -- the pattern matches control characters
const escapedCharacters = /[&<>"\u0000-\u001f\u007f-\u009f]/g

const toNumericReference = (char: string) => `&#x${char.charCodeAt(0).toString(16).toUpperCase()};`

const escapeXml = (text: string) =>
  text.replace(escapedCharacters, (char) => namedEntities[char] ?? toNumericReference(char))

/** The content of an element. A list repeats the element; undefined writes no element. */
type Content = string | number | boolean | undefined | Elements | readonly Content[]
/** Elements by name, in output order. */
export type Elements = { readonly [name: string]: Content }

const writeElements = (elements: Elements) =>
  Object.entries(elements)
    .map(([name, content]) => writeElement(name, content))
    .join('')

const isList = (content: Content): content is readonly Content[] => Array.isArray(content)

const writeElement = (name: string, content: Content): string => {
  if (content === undefined) return ''
  if (isList(content)) return content.map((item) => writeElement(name, item)).join('')
  const inner = typeof content === 'object' ? writeElements(content) : escapeXml(String(content))
  return `<${name}>${inner}</${name}>`
}

/** Writes a response document in S3's namespace. Error documents have no namespace. */
export const toXmlDocument = (root: string, elements: Elements) =>
  root === 'Error'
    ? declaration + writeElement(root, elements)
    : `${declaration}<${root} xmlns="${namespace}">${writeElements(elements)}</${root}>`

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  trimValues: false,
  // Also enables numeric references. Clients write control characters in keys as references: `&#xD;`.
  htmlEntities: true,
  // Without this, a list of one element would be parsed as that element.
  isArray: (name) => name === 'Part' || name === 'Object',
})

/**
 * Parses a document. Throws MalformedXML for dangerous input, too: recursive entities, deeply nested
 * elements, `__proto__`.
 */
const readXml = (document: string): unknown => {
  try {
    return parser.parse(document)
  } catch {
    throw new S3Error('MalformedXML')
  }
}

/** Parses a request document by a schema. Throws MalformedXML if it does not match. */
export const parseXml = <T>(document: string, schema: v.GenericSchema<unknown, T>): T => {
  if (document === '' || XMLValidator.validate(document) !== true) throw new S3Error('MalformedXML')
  const parsed = v.safeParse(schema, readXml(document))
  if (!parsed.success) throw new S3Error('MalformedXML')
  return parsed.output
}
