import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as v from 'valibot'
import { S3Error } from './errors.ts'

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Control characters, carriage return and line feed included, only survive an XML parser as references. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const special = /[&<>"\u0000-\u001f\u007f-\u009f]/g

const escapeXml = (text: string) =>
  text.replace(special, (char) => named[char] ?? `&#x${char.charCodeAt(0).toString(16).toUpperCase()};`)

/** `<name>text</name>` with the text escaped; nothing at all when there is no value. */
export const text = (name: string, value: string | number | boolean | undefined) =>
  value === undefined ? '' : `<${name}>${escapeXml(String(value))}</${name}>`

/** `<name>children</name>`; the children are XML already. */
export const element = (name: string, ...children: string[]) => `<${name}>${children.join('')}</${name}>`

/** A whole response document in S3's namespace. */
export const xmlDocument = (root: string, ...children: string[]) =>
  `${declaration}<${root} xmlns="${namespace}">${children.join('')}</${root}>`

/** An error document, which has no namespace. */
export const errorDocument = (...children: string[]) => declaration + element('Error', ...children)

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  isArray: (name) => name === 'Part' || name === 'Object',
})

/** The parser throws at what could harm it: entities without end, a tower of elements, `__proto__`. */
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
