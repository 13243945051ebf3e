import * as v from 'valibot'

// HTML's pattern for emails, which allows an apostrophe as in O'Neil. In addition, the domain must contain a
// dot, and the part before the @ must not begin or end with one. The pattern has no flags, because the API
// document contains it, too.
const localPart = "[\\w!#$%&'*+/=?^`{|}~-]+"
const label = '[\\dA-Za-z](?:[\\dA-Za-z-]{0,61}[\\dA-Za-z])?'
const topLevelDomain = '[A-Za-z](?:[\\dA-Za-z-]{0,61}[\\dA-Za-z])'
const emailPattern = new RegExp(`^${localPart}(?:\\.${localPart})*@(?:${label}\\.)+${topLevelDomain}$`)

/** An email address that every service here accepts. */
export const emailAddress = v.pipe(v.string(), v.maxLength(254), v.regex(emailPattern))

const emailOrNothing = v.union([v.literal(''), emailAddress])

/** The email check of specification §5: the text must have the form of an email. Empty text is allowed. */
export const isEmptyOrEmail = (text: string): boolean => v.is(emailOrNothing, text)
