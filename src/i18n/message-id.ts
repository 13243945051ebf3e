import type messages from '../../locales/pt/messages.json'

/** Every dot path of a nested catalogue that leads to a text: `errorMessage.authEmail`. */
type PathOf<Catalogue> = {
  [Key in keyof Catalogue & string]: Catalogue[Key] extends string ? Key : `${Key}.${PathOf<Catalogue[Key]>}`
}[keyof Catalogue & string]

/**
 * The id of an interface message. The Portuguese catalogue defines the ids, so an unknown one is a type
 * error.
 */
export type MessageId = PathOf<typeof messages>
