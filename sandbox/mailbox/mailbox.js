/* Refreshes the list of messages every two seconds, and copies codes. */
const messages = document.querySelector('#messages')
const status = document.querySelector('#status')

const announce = (text) => {
  status.textContent = text
}

const copyCode = async (button) => {
  await navigator.clipboard.writeText(button.dataset.copy)
  button.textContent = 'Copied'
  announce('Code copied.')
}

messages.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]')
  if (button)
    copyCode(button).catch(() => announce('The browser did not allow copying. Please type the code.'))
})

// The last list as the server sent it. innerHTML would differ, because the browser serialises the elements.
let lastList
const refresh = async () => {
  const response = await fetch(messages.dataset.list)
  const list = await response.text()
  if (lastList !== undefined && list !== lastList) {
    messages.innerHTML = list
    announce('New mail.')
  }
  lastList = list
}

const refreshIfVisible = () => {
  if (!document.hidden) refresh().catch(() => announce('The sandbox does not respond. Is it still running?'))
}

refreshIfVisible()
setInterval(refreshIfVisible, 2000)
document.addEventListener('visibilitychange', refreshIfVisible)
