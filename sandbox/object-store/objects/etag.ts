/** How an entity tag is written in headers and documents. */
export const quoted = (etag: string) => `"${etag}"`

/** The tag itself, of a tag with or without quotes. */
export const unquoted = (etag: string) => etag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1')
