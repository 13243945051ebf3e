import * as v from 'valibot'

// The email pattern of HTML, which allows an apostrophe as in O'Neil. In addition, the domain must contain a
// dot, and the part before the @ must not begin or end with one. The pattern has no flags, because the
// OpenAPI document also contains it.
const localPart = "[\\w!#$%&'*+/=?^`{|}~-]+"
const label = '[\\dA-Za-z](?:[\\dA-Za-z-]{0,61}[\\dA-Za-z])?'
const topLevelDomain = '[A-Za-z](?:[\\dA-Za-z-]{0,61}[\\dA-Za-z])'
const emailPattern = new RegExp(`^${localPart}(?:\\.${localPart})*@(?:${label}\\.)+${topLevelDomain}$`)

/** An email address that all services accept. */
export const emailAddress = v.pipe(v.string(), v.maxLength(254), v.regex(emailPattern))

const emailOrNothing = v.union([v.literal(''), emailAddress])

/** Whether a text is empty or has the format of an email address (specification §5). */
export const isEmptyOrEmail = (text: string): boolean => v.is(emailOrNothing, text)
