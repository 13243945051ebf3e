import { createFileRoute, redirect } from '@tanstack/react-router'

/** `/` is nobody's page: it leads to the home of the locale that fits best. */
export const Route = createFileRoute('/')({
  beforeLoad: ({ context: { services } }) => {
    throw redirect({
      to: '/$locale/',
      params: { locale: services.device.locale.choose().code },
      replace: true,
    })
  },
})
