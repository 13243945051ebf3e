/** Makes a request without the SDK, which exposes only parts of S3's error document. */
export const fetchXml = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init)
  const body = await response.text()
  const read = (name: string) => new RegExp(`<${name}>([^]*?)</${name}>`).exec(body)?.[1]
  return { status: response.status, body, read, headers: response.headers }
}
