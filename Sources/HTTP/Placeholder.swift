private import CLLHTTP
public func h() { var s = llhttp_settings_t(); unsafe llhttp_settings_init(&s) }
