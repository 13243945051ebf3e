import * as v from 'valibot'

/**
 * The schemas of members (AWS's word for the fields of an input) that several operations share, with the
 * constraints from Cognito's documentation.
 */
export const clientId = v.pipe(
  v.string(),
  v.regex(/^[\w+]{1,128}$/, 'Member must satisfy regular expression pattern: [\\w+]+'),
)
export const username = v.pipe(
  v.string(),
  v.minLength(1, 'Member must have length greater than or equal to 1'),
  v.maxLength(128, 'Member must have length less than or equal to 128'),
)
export const password = v.pipe(
  v.string(),
  v.minLength(6, 'Member must have length greater than or equal to 6'),
  v.maxLength(256, 'Member must have length less than or equal to 256'),
  v.regex(/^\S+.*\S+$/s, 'Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$'),
)
/** A hexadecimal number of at most 3072 bits. */
export const srpA = v.pipe(v.string(), v.regex(/^[0-9a-f]{1,768}$/i, 'SRP_A is invalid'))
export const code = v.pipe(
  v.string(),
  v.regex(/^\S{1,2048}$/, 'Member must satisfy regular expression pattern: [\\S]+'),
)
export const token = v.pipe(
  v.string(),
  v.regex(/^[\w=.-]{1,16384}$/, 'Member must satisfy regular expression pattern: [A-Za-z0-9-_=.]+'),
)
export const session = v.pipe(
  v.string(),
  v.minLength(20, 'Member must have length greater than or equal to 20'),
  v.maxLength(2048, 'Member must have length less than or equal to 2048'),
)
export const deviceKey = v.pipe(
  v.string(),
  v.maxLength(55, 'Member must have length less than or equal to 55'),
  v.regex(/^[\w-]+_[0-9a-f-]+$/, 'Member must satisfy regular expression pattern: [\\w-]+_[0-9a-f-]+'),
)
export const userPoolId = v.pipe(
  v.string(),
  v.regex(/^[\w-]+_[0-9a-zA-Z]+$/, 'Member must satisfy regular expression pattern: [\\w-]+_[0-9a-zA-Z]+'),
)
/** The call of a signed-in user. */
export const accessTokenInput = v.object({ AccessToken: token })
/** The call of an operator about one user. */
export const operatedUserInput = v.object({ UserPoolId: userPoolId, Username: username })
