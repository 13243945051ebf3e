/** Texts by nested keys. `messages` has no lists. */
export type Texts = { [key: string]: string | Texts }
