import * as v from 'valibot'

/** Members that several operations share. */
export const identityId = v.pipe(
  v.string(),
  v.regex(
    /^[\w-]{1,30}:[0-9a-f-]{1,36}$/,
    'Member must satisfy regular expression pattern: [\\w-]+:[0-9a-f-]+',
  ),
)
export const logins = v.record(v.pipe(v.string(), v.maxLength(128)), v.pipe(v.string(), v.maxLength(50_000)))
