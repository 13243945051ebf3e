import { createFileRoute, redirect } from '@tanstack/react-router'
import { createTranslate } from '../../i18n/translate.ts'

/** Redirects `/courses`, which is the same in every locale, to the locale's own slug of the courses page. */
export const Route = createFileRoute('/$locale/courses')({
  beforeLoad: ({ context: { i18n }, params }) => {
    throw redirect({
      to: '/$locale/$slug',
      params: { ...params, slug: createTranslate(i18n)('coursesHomeSlug') },
      replace: true,
    })
  },
})
