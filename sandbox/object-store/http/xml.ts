import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as v from 'valibot'
import { S3Error } from './errors.ts'

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Control characters, carriage return and line feed included, survive an XML parser only as references. */
// oxlint-disable-next-line no-control-regex -- the pattern matches control characters
const special = /[&<>"\u0000-\u001f\u007f-\u009f]/g

const escapeXml = (text: string) =>
  text.replace(special, (char) => named[char] ?? `&#x${char.charCodeAt(0).toString(16).toUpperCase()};`)

/** The content of an element. A list repeats the element; undefined writes no element. */
type Content = string | number | boolean | undefined | Elements | readonly Content[]
/** Elements by name, in output order. */
export type Elements = { readonly [name: string]: Content }

const elements = (content: Elements) =>
  Object.entries(content)
    .map(([name, value]) => element(name, value))
    .join('')

const isList = (content: Content): content is readonly Content[] => Array.isArray(content)

const element = (name: string, content: Content): string => {
  if (content === undefined) return ''
  if (isList(content)) return content.map((each) => element(name, each)).join('')
  const inner = typeof content === 'object' ? elements(content) : escapeXml(String(content))
  return `<${name}>${inner}</${name}>`
}

/** A whole response document in S3's namespace. Error documents have no namespace. */
export const xmlDocument = (root: string, content: Elements) =>
  root === 'Error'
    ? declaration + element(root, content)
    : `${declaration}<${root} xmlns="${namespace}">${elements(content)}</${root}>`

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  isArray: (name) => name === 'Part' || name === 'Object',
})

/** The parser throws on dangerous input: endless entities, deeply nested elements, `__proto__`. */
const readXml = (document: string): unknown => {
  try {
    return parser.parse(document)
  } catch {
    throw new S3Error('MalformedXML')
  }
}

/** Parses a request document into the given shape, or refuses it as MalformedXML. */
export const parseXml = <T>(document: string, shape: v.GenericSchema<unknown, T>): T => {
  if (document === '' || XMLValidator.validate(document) !== true) throw new S3Error('MalformedXML')
  const parsed = v.safeParse(shape, readXml(document))
  if (!parsed.success) throw new S3Error('MalformedXML')
  return parsed.output
}
