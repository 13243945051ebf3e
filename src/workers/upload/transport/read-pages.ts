/** Pages that a list may have: 10,000 parts in pages of 1,000 are ten, and some stores give less at a time. */
const mostPages = 200

/** Named as the store's own errors are. */
const endless = () => Object.assign(new Error('A list of the store does not end'), { name: 'EndlessList' })

/**
 * Reads a list page by page. `next` says where the following page begins, and undefined of the last one; `read` counts pages. A list that comes to
 * a place where it was before, or has too many pages, would be read for ever: it throws `EndlessList`.
 */
export const readPages = async <Page>(
  read: (from: string | undefined) => Promise<Page>,
  next: (page: Page, read: number) => string | undefined,
): Promise<Page[]> => {
  const pages: Page[] = []
  const seen = new Set<string>()
  for (let from: string | undefined; ;) {
    const page = await read(from)
    pages.push(page)
    from = next(page, pages.length)
    if (from === undefined) return pages
    if (seen.has(from) || pages.length === mostPages) throw endless()
    seen.add(from)
  }
}
