// Whether this copy of the server is alive: the health check of its container.
const port = process.env.PORT ?? '8080'
const response = await fetch(`http://localhost:${port}/healthz`).catch(() => undefined)
process.exit(response?.ok ? 0 : 1)
