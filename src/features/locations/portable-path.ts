import { slugIds, type SlugId } from '../../config/pages.ts'

type Slugs = (id: SlugId) => string

/**
 * The path of the same page inside another locale: `cursos` becomes `my-courses`. Segments that are not
 * translated stay.
 */
export const portablePath = (path: string, from: Slugs, to: Slugs): string => {
  const [slug = '', ...rest] = path.split('/')
  const id = slugIds.find((candidate) => from(candidate) === slug)
  return [id ? to(id) : slug, ...rest].join('/')
}
