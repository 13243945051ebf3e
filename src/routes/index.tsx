import { createFileRoute, redirect } from '@tanstack/react-router'

/** `/` has no page of its own: it redirects to the home of the locale that fits best. */
export const Route = createFileRoute('/')({
  beforeLoad: ({ context: { services } }) => {
    throw redirect({
      to: '/$locale/',
      params: { locale: services.device.locale.choose().code },
      replace: true,
    })
  },
})
