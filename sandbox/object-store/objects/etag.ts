/** An entity tag as headers and documents contain it. */
export const quoted = (etag: string) => `"${etag}"`

/** The tag without quotes, from a tag with or without them. */
export const unquoted = (etag: string) => etag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1')
