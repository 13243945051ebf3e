import * as v from 'valibot'

// HTML's pattern for addresses, with O'Neil's apostrophe, plus a dot inside the domain and none at an end.
// Without flags, because the API document contains the pattern too.
const part = "[\\w!#$%&'*+/=?^`{|}~-]+"
const label = '[\\dA-Za-z](?:[\\dA-Za-z-]{0,61}[\\dA-Za-z])?'
const ending = '[A-Za-z](?:[\\dA-Za-z-]{0,61}[\\dA-Za-z])'
const address = new RegExp(`^${part}(?:\\.${part})*@(?:${label}\\.)+${ending}$`)

/** An email address that every service here accepts. */
export const emailAddress = v.pipe(v.string(), v.maxLength(254), v.regex(address))

const emailOrNothing = v.union([v.literal(''), emailAddress])

/** The email check of specification §5: the text must look like an address. Empty text is allowed. */
export const looksLikeEmail = (text: string): boolean => v.is(emailOrNothing, text)
