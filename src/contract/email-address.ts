import * as v from 'valibot'

// What HTML takes for an address (the apostrophe of an O'Neil included), with a dot in the domain and none at an end.
// No flags: the API document has the pattern too.
const part = "[\\w!#$%&'*+/=?^`{|}~-]+"
const label = '[\\dA-Za-z](?:[\\dA-Za-z-]{0,61}[\\dA-Za-z])?'
const ending = '[A-Za-z](?:[\\dA-Za-z-]{0,61}[\\dA-Za-z])'
const address = new RegExp(`^${part}(?:\\.${part})*@(?:${label}\\.)+${ending}$`)

/** An email address that no service here refuses. */
export const emailAddress = v.pipe(v.string(), v.maxLength(254), v.regex(address))
