import { slugIds, type SlugId } from '../../config/slug-ids.ts'

type Slugs = (id: SlugId) => string

/**
 * The path inside another locale that shows the same thing: `cursos` becomes `my-courses`. What is the same everywhere
 * stays as it is.
 */
export const portablePath = (path: string, from: Slugs, to: Slugs): string => {
  const [slug = '', ...rest] = path.split('/')
  const id = slugIds.find((candidate) => from(candidate) === slug)
  return [id ? to(id) : slug, ...rest].join('/')
}
