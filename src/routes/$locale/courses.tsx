import { createFileRoute, redirect } from '@tanstack/react-router'
import { createTranslate } from '../../i18n/translate.ts'

/** `/courses` is the same in every locale; the page itself has the locale's own slug. */
export const Route = createFileRoute('/$locale/courses')({
  beforeLoad: ({ context: { i18n }, params }) => {
    throw redirect({
      to: '/$locale/$slug',
      params: { ...params, slug: createTranslate(i18n)('coursesHomeSlug') },
      replace: true,
    })
  },
})
