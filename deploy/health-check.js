/** The health check of the container: succeeds if this instance of the server responds. */
const port = process.env.PORT ?? '8080'
// An instance that cannot be reached fails the check like an instance that reports an error.
const response = await fetch(`http://localhost:${port}/healthz`).catch(() => undefined)
process.exit(response?.ok ? 0 : 1)
