/**
 * The maximum number of pages of a list: 10,000 parts in pages of 1,000 are ten pages, and some stores use
 * smaller pages.
 */
const mostPages = 200

/** Its name has the form of the store's own errors. */
const endless = () => Object.assign(new Error('A list of the store does not end'), { name: 'EndlessList' })

/**
 * Reads a list page by page. `next` returns where the following page begins, or undefined for the last page;
 * `read` is the number of pages read. A list that returns to an earlier position, or has too many pages,
 * would never end: the function throws `EndlessList`.
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
