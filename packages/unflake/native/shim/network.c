/*
 * With UNFLAKE_NETWORK=off, refuses every address outside the loopback, and every name that needs a lookup. For machines without network
 * namespaces. Programs that make system calls without the C library are not affected.
 */
#include "next.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

static int off(void) {
  const char *text = getenv("UNFLAKE_NETWORK");
  return text && !strcmp(text, "off");
}

static int outside(const struct sockaddr *address) {
  if (!address) return 0;
  if (address->sa_family == AF_INET) {
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)address;
    return (ntohl(v4->sin_addr.s_addr) >> 24) != 127;
  }
  if (address->sa_family == AF_INET6) {
    const struct in6_addr *v6 = &((const struct sockaddr_in6 *)address)->sin6_addr;
    if (IN6_IS_ADDR_V4MAPPED(v6)) return v6->s6_addr[12] != 127;
    return !IN6_IS_ADDR_LOOPBACK(v6);
  }
  return 0;
}

static int refused(const struct sockaddr *address) {
  if (!off() || !outside(address)) return 0;
  errno = ENETUNREACH;
  return 1;
}

int connect(int socket, const struct sockaddr *address, socklen_t length) {
  NEXT(connect);
  return refused(address) ? -1 : next(socket, address, length);
}

ssize_t sendto(int socket, const void *bytes, size_t count, int flags, const struct sockaddr *address,
               socklen_t length) {
  NEXT(sendto);
  return refused(address) ? -1 : next(socket, bytes, count, flags, address, length);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  NEXT(sendmsg);
  return refused(message ? message->msg_name : NULL) ? -1 : next(socket, message, flags);
}

static int needs_asking(const char *name) {
  struct in6_addr any;
  if (!name || !*name) return 0;
  if (inet_pton(AF_INET, name, &any) == 1 || inet_pton(AF_INET6, name, &any) == 1) return 0;
  return strcasecmp(name, "localhost") != 0;
}

int getaddrinfo(const char *restrict name, const char *restrict service, const struct addrinfo *restrict hints,
                struct addrinfo **restrict found) {
  NEXT(getaddrinfo);
  return off() && needs_asking(name) ? EAI_AGAIN : next(name, service, hints, found);
}
