import { createFileRoute, redirect } from '@tanstack/react-router'

/** Redirects `/`, which has no page, to the home of the best locale. */
export const Route = createFileRoute('/')({
  beforeLoad: ({ context: { services } }) => {
    throw redirect({
      to: '/$locale/',
      params: { locale: services.device.locale.choose().code },
      replace: true,
    })
  },
})
