import { atOnce, partSize, type Uploader } from './uploader.ts'

export const put = (address: string, body: Blob): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', address)
    request.addEventListener('load', () =>
      request.status === 200 ? resolve() : reject(new Error(`answered ${request.status}`)),
    )
    request.addEventListener('error', () => reject(new Error('no answer')))
    request.send(body)
  })

/** Sends each slice of a file to its address, a few at a time. */
export const inLanes = async (
  file: File,
  addresses: string[],
  send: (address: string, body: Blob) => Promise<void>,
): Promise<void> => {
  let next = 0
  const lane = async () => {
    while (next < addresses.length) {
      const index = next
      next += 1
      await send(addresses[index] ?? '', file.slice(index * partSize, (index + 1) * partSize))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/** The maximum speed of the browser: nothing is signed, checked, counted, stored or completed. */
export const plainXhr: Uploader = (file, { partAddresses }) => inLanes(file, partAddresses, put)
