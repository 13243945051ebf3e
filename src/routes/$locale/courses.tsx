import { createFileRoute, redirect } from '@tanstack/react-router'
import { wordsOf } from '../../i18n/words.ts'

/** `/courses` is the same in every locale; the page itself has the locale's own word in its address. */
export const Route = createFileRoute('/$locale/courses')({
  beforeLoad: ({ context: { words }, params }) => {
    throw redirect({
      to: '/$locale/$slug',
      params: { ...params, slug: wordsOf(words)('coursesHomeSlug') },
      replace: true,
    })
  },
})
