/** An XMLHttpRequest whose events come only from the test. */
export class SilentRequest extends EventTarget {
  upload = new EventTarget()
  status = 0
  response = new Blob()
  responseType = ''
  open = () => undefined
  send = (_body?: unknown): void => undefined
  setRequestHeader = () => undefined
  getAllResponseHeaders = () => ''
  abort = () => this.dispatchEvent(new Event('loadend'))
  sent = (loaded: number) => this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }))
  allSent = () => this.upload.dispatchEvent(new Event('load'))
  answer = (status = 200) => {
    this.status = status
    this.dispatchEvent(new Event('loadend'))
  }
}
