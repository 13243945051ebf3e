/** Puts an ETag in quotes, as headers and documents contain it. */
export const quoteEtag = (etag: string) => `"${etag}"`

/** Removes the quotes of an ETag, if it has any, and the mark of a weak one. */
export const unquoteEtag = (etag: string) => etag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1')
