import * as v from 'valibot'

const email = v.union([v.literal(''), v.pipe(v.string(), v.email(), v.maxLength(254))])

/** The e-mail check of specification §5: the text must look like an address; an empty one is allowed. */
export const looksLikeEmail = (text: string): boolean => v.is(email, text)
