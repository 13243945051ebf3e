import type messages from '../../locales/pt/messages.json'

/** The dot path of every text in a nested catalogue, such as `errorMessage.authEmail`. */
type PathOf<Catalogue> = {
  [Key in keyof Catalogue & string]: Catalogue[Key] extends string ? Key : `${Key}.${PathOf<Catalogue[Key]>}`
}[keyof Catalogue & string]

/** The id of an interface message. The Portuguese catalogue defines which ids exist. */
export type MessageId = PathOf<typeof messages>
