# Read by lsb_release as the release of the system: ends it before it starts a dozen processes to put together a name.
exit
