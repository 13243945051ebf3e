// Health check of the container: whether this copy of the server is alive.
const port = process.env.PORT ?? '8080'
const response = await fetch(`http://localhost:${port}/healthz`).catch(() => undefined)
process.exit(response?.ok ? 0 : 1)
